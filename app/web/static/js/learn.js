// How a variant is played: made from its rule sheet, with examples that go step by step.

import { call, unlessRefused } from "./api.js";
import { Example } from "./example.js";
import { startsFirstHand } from "./first.js";
import { learned, LESSONS_OF } from "./games/learned.js";
import { at, fill, make } from "./shell.js";
import { lang, link, t } from "./words.js";

const { variant } = document.getElementById("main").dataset;

/** A chapter as a panel: sentences, the paragraphs of the rulebook they come from, and examples. */
function chapter({ id, title, lines, rules = [], examples = [], words = [] }, play) {
  const cited = rules.map((number) => make("a", { href: link(`/rules/${play}#p${number}`) }, t("learn.rule", { number })));
  return make("section.panel", { "aria-labelledby": `learn-${id}` },
    make("h2", { id: `learn-${id}` }, title),
    lines.length > 0 && make("ul", {}, ...lines.map((line) => make("li", {}, line))),
    words.length > 0 && make("dl", {}, ...words.flatMap(([word, meaning, cited]) => [make("dt", {}, word), make("dd", {}, meaning, " ", cited)])),
    ...examples.map((example) => new Example(example).element),
    cited.length > 0 && make("p.row.muted", {}, ...cited));
}

function show(one) {
  const { play, name, rules, sentence } = one;
  fill(at("name"), name[lang]);
  document.title = `${name[lang]}: ${document.title}`;
  const { players_min: least, players_max: most } = rules;
  const players = t("learn.players", { players: least === most ? least : t("learn.from_to", { least, most }) });
  at("sentence").textContent = [sentence[lang], players].join(" · ");
  at("rulebook").href = link(`/rules/${play}`);
  for (const id of ["lessons", "first-hand"]) at(id).hidden = !LESSONS_OF.has(play);
  startsFirstHand(at("first-hand"), one.variant);
  fill(at("learn"), ...learned(play)(rules).map((each) => chapter(each, play)));
}

try {
  const { variants } = (await call("GET", `/v1/variants?lang=${lang}`)).body;
  const known = variants.find((each) => each.variant === variant);
  const one = known ?? variants[0];
  if (!known) at("own-sheet").hidden = false;
  at("variant").append(...variants.map((each) => make("option", { value: each.variant, selected: each === one }, each.name[lang])));
  at("variant").addEventListener("change", () => location.assign(link(`/learn/${at("variant").value}`)));
  show(one);
} catch (fault) {
  unlessRefused(fault);
  fill(at("learn"), make("p.notice.bad", { role: "alert" }, make("strong", {}, fault.title), ". ", fault.detail));
}
at("learn").setAttribute("aria-busy", "false");
at("print").addEventListener("click", () => print());
