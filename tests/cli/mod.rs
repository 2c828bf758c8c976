//! The command line: what is printed, where it goes, and how it ends.

mod commands;
