// The rules of a hand, from the verifier or from the part of it that holds them alone.
"use strict";

exports.load = (source) => {
  const loaded = require(source);
  return loaded.Rules || loaded;
};
