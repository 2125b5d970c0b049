// The rules of a hand, from the verifier.
"use strict";

exports.load = (source, play = "conquian") => require(source).rulesOf(play);
