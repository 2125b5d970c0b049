// The form that disputes a hand: the claim in plain words, the entry, and what happened in the player's own words.

import { call, keptRefusals, unlessRefused } from "./api.js";
import { noted } from "./notation.js";
import { numbered } from "./pieces.js";
import { occupants } from "./replayed.js";
import { make } from "./shell.js";
import { t } from "./words.js";
import { refusals } from "./verdict.js";

const CLAIMS = ["illegal_move", "wrong_refusal", "wrong_payment", "deck_chosen", "history_altered", "time_out", "other"];
const REFUSED = "wrong_refusal";
const TEXT_MAX = 2_000;

/**
 * A text of several lines with its label.
 * @param {string} label
 * @param {{required?: boolean}} [how]
 */
export function textField(label, { required = true } = {}) {
  const area = make("textarea", { rows: 4, maxlength: TEXT_MAX, required });
  return { label: make("label.stacked", {}, label, area), get value() { return area.value; }, clear() { area.value = ""; } };
}

/**
 * A choice among the signed refusals that this browser keeps of a game; `chosen` returns the evidence.
 * @param {{command: any, refusal: any}[]} kept
 * @param {string | undefined} play  the name of the game
 */
export function refusalChoice(kept, play) {
  const select = make("select", {}, ...kept.map(({ command, refusal }, at) => make("option", { value: at }, commandText(command, refusal, play))));
  refusals().then((sentences) => kept.forEach(({ command, refusal }, at) => {
    select.options[at].textContent = [commandText(command, refusal, play), sentences.get(refusal.code)].filter(Boolean).join(" – ");
  }));
  const label = kept.length > 0
    ? make("label.stacked", {}, t("dispute.form_command"), select)
    : make("p.notice", {}, t("dispute.form_no_refusal"));
  return { label, chosen: () => (kept.length > 0 ? kept[select.selectedIndex] : {}), select };
}

const commandText = (command, { ply, actor = "" }, play) => noted({ ply, public: { actor, command, events: [] } }, "", play);

/**
 * Asks what is wrong with the hand that is shown, and opens the dispute.
 * @param {import("./viewer.js").Viewer} viewer
 * @param {{game: string, seat: number, token: string}} own
 * @param {(dispute: any) => void} done
 */
export function askDispute(viewer, own, done) {
  const { source } = viewer;
  const isNew = location.hash === "#dispute" && viewer.ply === source.firstDecision; // who comes from the end of the game has looked at no entry
  const hand = (!isNew && viewer.hands.find(({ first, last }) => first <= viewer.at && viewer.at <= last)) || viewer.hands.at(-1);
  const last = hand.over ?? hand.last;
  const kept = keptRefusals(own.game).filter(({ refusal }) => refusal.ply >= source.ply(hand.begun) && refusal.ply <= source.ply(last));
  const refused = refusalChoice(kept, source.play);
  const evidence = make("div", { hidden: true }, refused.label);
  const places = Array.from({ length: last - hand.begun + 1 }, (_, at) => hand.begun + at);
  const entry = make("select", {}, ...places.map((at) => make("option", { value: source.ply(at) }, `${source.ply(at)}. ${viewer.texts(at).join(". ")}`)));
  entry.value = String(source.ply(!isNew && places.includes(viewer.at) ? viewer.at : last));
  const shown = make("p.muted", { "aria-live": "polite" }); // the whole text, which a narrow list cuts off
  const follow = () => {
    shown.textContent = viewer.texts(source.at(Number(entry.value))).join(". ");
  };
  entry.addEventListener("change", follow);
  const claims = make("fieldset.claims", {}, make("legend", {}, t("dispute.form_claim")),
    ...CLAIMS.map((claim) => make("label", {}, make("input", { type: "radio", name: "claim", value: claim, required: true }), t(`dispute.claim_${claim}`))));
  const text = textField(t("dispute.form_text"));
  const complaint = make("p.notice.bad", { role: "alert", hidden: true });
  const send = make("button.primary", { type: "submit" }, t("dispute.form_send"));
  const form = make("form", { method: "dialog" },
    make("h2", { id: "dispute-title" }, t("dispute.form_title")),
    make("p", {}, t("dispute.form_lead", { hand: hand.number, seat: numbered(occupants(source))[own.seat] })),
    claims, evidence,
    make("label.stacked", {}, t("dispute.form_ply"), entry), shown, text.label, complaint,
    make("p.row", {}, send, make("button", { type: "button", on: { click: () => dialog.close() } }, t("replay.cancel"))));
  const dialog = make("dialog.panel.disputing", { "aria-labelledby": "dispute-title", on: { close: () => dialog.remove() } }, form);
  const byRefusal = () => {
    const { refusal } = refused.chosen();
    if (refusal) entry.value = String(refusal.ply);
    follow();
  };
  refused.select.addEventListener("change", byRefusal);
  claims.addEventListener("change", () => {
    evidence.hidden = form.elements.claim.value !== REFUSED;
    if (!evidence.hidden) byRefusal();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    const claim = form.elements.claim.value;
    const body = { ply: Number(entry.value), claim, text: text.value.trim(), ...(claim === REFUSED ? refused.chosen() : {}) };
    try {
      done((await call("POST", `/v1/games/${own.game}/disputes`, { body, token: own.token })).body);
    } catch (fault) {
      unlessRefused(fault);
      complaint.hidden = false;
      complaint.textContent = [fault.title, fault.detail].filter(Boolean).join(". ");
      send.disabled = false;
      send.scrollIntoView({ block: "nearest" });
    }
  });
  follow();
  document.body.append(dialog);
  dialog.showModal();
}
