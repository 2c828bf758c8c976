//! The program as people run it: one module for each part of the command line.

mod cli;
