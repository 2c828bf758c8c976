//! `new`: a profile to start from.

use super::args::NewArgs;
use super::exit::Stop;
use super::known::known_game;
use super::output::answer;

pub(super) fn new(args: &NewArgs) -> Result<(), Stop> {
    answer(known_game(&args.game)?.template.as_bytes())
}
