// Calls one function of the rules: node rules_call.js FILE NAME, the arguments as a JSON list on stdin.
"use strict";

const fs = require("fs");
const { load } = require("./rules_load.js");

const [source, name] = process.argv.slice(2);
const result = load(source)[name](...JSON.parse(fs.readFileSync(0, "utf8")));
process.stdout.write(JSON.stringify(result));
