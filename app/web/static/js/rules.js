// The page of a rulebook: every paragraph of the edition in force, in the language of the page as far as it is translated.

import { unlessRefused } from "./api.js";
import { paragraph, rulebook } from "./rulebook.js";
import { fill, make } from "./shell.js";
import { lang, t } from "./words.js";

const { play } = document.getElementById("main").dataset;
const place = document.getElementById("rulebook");

/** By chapter, then by paragraph. */
const inOrder = ([one], [other]) => {
  const [chapter, number] = one.split(".").map(Number);
  const [otherChapter, otherNumber] = other.split(".").map(Number);
  return chapter - otherChapter || number - otherNumber;
};

function shown([number, text], translated) {
  const translation = translated?.[number];
  return make("section", { id: `p${number}` }, make("h2", {}, make("a", { href: `#p${number}` }, number)), ...paragraph(translation ?? text, translation ? lang : "en"));
}

try {
  const { edition, paragraphs, translation } = await rulebook(play);
  document.getElementById("about").textContent = [t("rules.edition", { edition }), translation?.note].filter(Boolean).join(". ");
  fill(place, ...Object.entries(paragraphs).sort(inOrder).map((one) => shown(one, translation?.paragraphs)));
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
} catch (fault) {
  unlessRefused(fault);
  fill(place, make("p.notice.bad", { role: "alert" }, make("strong", {}, fault.title), ". ", fault.detail));
}
place.setAttribute("aria-busy", "false");
