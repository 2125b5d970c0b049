// The home page: a game at once, a seat by invitation, and what goes on.

import { call } from "./api.js";
import { cardFace } from "./cards.js";
import { botsOf } from "./bots.js";
import { FIRST, startsFirstHand } from "./first.js";
import { lists } from "./lists.js";
import { newGame, tell } from "./newgame.js";
import { at, fill } from "./shell.js";
import { lang, link, t } from "./words.js";

const FANS = {
  spanish: ["1O", "12C", "7E", "11B", "5O"],
  french: ["Ad", "Ks", "7h", "Qc", "5d"],
};

function showFan({ rules }) {
  const cards = rules.pack.startsWith("spanish") ? FANS.spanish : FANS.french;
  fill(at("fan"), ...cards.map(cardFace));
}

const INVITATION = /cq_inv_(g-[0-9a-z]+)(?:\.\d+)?_[0-9a-z]+/;

at("join").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = event.target.elements.code;
  const [code, game] = INVITATION.exec(input.value) ?? [];
  input.setCustomValidity(code ? "" : t("home.code_bad"));
  // Behind the #, so that no server ever gets the code in an address.
  if (input.reportValidity()) location.assign(`${link(`/play/${game}`)}#invitation=${code}`);
});
at("join").elements.code.addEventListener("input", (event) => event.target.setCustomValidity(""));

startsFirstHand(at("first-hand"), FIRST);

try {
  const variants = (await call("GET", `/v1/variants?lang=${lang}`)).body.variants;
  await newGame(variants, botsOf, showFan);
  lists(variants, lang);
} catch (error) {
  at("sentence").textContent = "";
  tell(error, at("refused"));
}
