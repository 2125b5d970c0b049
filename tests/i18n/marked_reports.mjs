/** Reports of the verifier in a marked language, on records as they are and altered, and on bundles; asked for and answered as JSON. */

import { readFileSync } from "node:fs";

const [home, asked] = [process.argv[2], JSON.parse(readFileSync(0, "utf8"))];
const names = ["words/catalogue.js", "audit/audit.js", "disputes/bundle.js", "report/page.js"];
const [{ TRANSLATIONS }, { examine }, { examineBundle }, { pageOf, pagesOf }] = await Promise.all(names.map((name) => import(`${home}/${name}`)));

for (const [key, texts] of Object.entries(TRANSLATIONS)) {
  const marked = key.split("\u0004").pop().replace(/\{\w+\}/g, (place) => asked.close + place + asked.open);
  texts[asked.language] = asked.open + marked + asked.close;
}

const keys = JSON.parse(readFileSync(asked.keys, "utf8"));
const lines = ({ title, verdict, sections }) => [title, verdict, ...sections.flatMap((one) => [one.title, ...one.lines])];
const pages = [];
for (const path of asked.records) {
  const text = readFileSync(path, "latin1");
  for (const [old, changed] of asked.alterations) {
    const found = examine(Buffer.from(text.replace(old, changed), "latin1"), { keys });
    pages.push([`${path} ${changed}`, lines(pageOf(found, asked.language, true))]);
  }
}
for (const path of asked.bundles) {
  pages.push([path, pagesOf(examineBundle(new Uint8Array(readFileSync(path))), asked.language, true).flatMap(lines)]);
}
process.stdout.write(JSON.stringify(pages));
