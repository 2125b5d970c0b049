// The rules of a hand, from the verifier.
"use strict";

exports.load = (source) => require(source).Rules;
