/**
 * One Node process for many calls of the verifier: a line asks, and a line answers, both JSON.
 *
 * {body, asked} calls the JavaScript function `(verifier, asked) => body`. {words} runs the script anew, as the main
 * module of a process with these arguments, and returns what it prints and its exit status.
 */

"use strict";

const fs = require("fs");
const vm = require("vm");

const [path] = process.argv.slice(2);
const verifier = require(path);
const script = vm.compileFunction(fs.readFileSync(path, "utf8"), ["module", "require", "process"], { filename: path });

function run(words) {
  return new Promise((done, failed) => {
    process.once("unhandledRejection", failed);
    const printed = { stdout: "", stderr: "" };
    const writer = (name) => ({ write: (text) => void (printed[name] += text) });
    const main = { exports: {} };
    const program = {
      argv: [process.execPath, path, ...words],
      stdout: writer("stdout"),
      stderr: writer("stderr"),
      set exitCode(status) {
        process.off("unhandledRejection", failed);
        done({ ...printed, status });
      },
    };
    script(main, Object.assign((name) => require(name), { main }), program);
  });
}

const functionOf = (body) => new Function("require", `return (verifier, asked) => ${body}`)(require);
const call = (body, asked) => ({ answer: functionOf(body)(verifier, asked) });

async function serve() {
  for await (const line of require("readline").createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    const { body, asked, words } = JSON.parse(line);
    let answer;
    try {
      answer = words ? await run(words) : call(body, asked);
    } catch (fault) {
      answer = { fault: fault.stack };
    }
    process.stdout.write(JSON.stringify(answer) + "\n");
  }
}

serve();
