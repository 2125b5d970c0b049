// Calls one function of the rules: node rules_call.js FILE NAME, on standard input the arguments of each
// call as a JSON list of lists; the answers as a list.
"use strict";

const fs = require("fs");
const { load } = require("./rules_load.js");

const [source, name] = process.argv.slice(2);
const calls = JSON.parse(fs.readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(calls.map((args) => load(source)[name](...args))));
