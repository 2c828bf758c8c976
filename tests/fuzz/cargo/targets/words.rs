//! What stands behind `--with`.
#![no_main]

#[path = "../../doors.rs"]
#[allow(dead_code, reason = "a target calls one door")]
mod doors;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    doors::words(bytes);
});
