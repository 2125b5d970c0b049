/** The commands of a dispute: who acts, and what each of them names (RULES 13.1 to 13.6). */

import { seatOfActor } from "../audit/chain.js";
import { GAME_FORM } from "../record/forms.js";
import { among, hasMembers, isFlag, isHash, isObject, isText, isWhole, within } from "../values.js";

const PLAYER_FORM = /^p-[0-3][0-9a-f][0-9a-z]{22}$/;

/* Who may say what when: RULES 13.1 to 13.6. */

const CLAIMS = ["deck_chosen", "illegal_move", "wrong_refusal", "history_altered", "wrong_payment", "time_out", "other"];

const VERDICT_MEMBERS = ["outcome", "rule", "head", "revealed", "facts", "findings", "legal", "correction"];

/** Further members of verdicts, from version 2 of the judge on. */
const REASONED_MEMBERS = ["code", "consequence"];

/** The last version of the judge: the first entry of a dispute names one from 2 on, or none, which is version 1. */
const JUDGE = 3;

/** Whether disputes with this judge have the form that came with version 2. */
export const isLater = (judge) => judge !== undefined && judge >= 2;

export const STATEMENTS_MOST = 20;
export const ADDED_MOST = 10;
export const MOVED_MOST = 1e9;
const isPlayer = (value) => isText(value) && PLAYER_FORM.test(value);
const isParty = (value) => hasMembers(value, ["player", "seat"]) && within(0, 11)(value.seat) && (value.player === null || isPlayer(value.player));
const isAmounts = (value) => Array.isArray(value) && value.length <= 1000 && value.every(isWhole);
const isHead = (value) => value === null || (hasMembers(value, ["digest", "ply"]) && isWhole(value.ply) && isHash(value.digest));
export const verdictMembers = (judge) => (isLater(judge) ? [...VERDICT_MEMBERS, ...REASONED_MEMBERS] : VERDICT_MEMBERS);

const isVerdict = (value, judge) => hasMembers(value, verdictMembers(judge)) && (!isLater(judge) || REASONED_MEMBERS.every((name) => isText(value[name])))
  && ["upheld", "rejected", "undecided"].includes(value.outcome) && isHead(value.head)
  && (value.rule === null || isText(value.rule)) && isFlag(value.revealed) && isObject(value.facts) && Array.isArray(value.findings)
  && (value.legal === null || isObject(value.legal)) && (value.correction === null || (Array.isArray(value.correction) && value.correction.every(isWhole)));

/** The members of each command of a dispute; those under `may` can be absent. */
const DISPUTE_FORMS = {
  open: {
    must: {
      dispute: isText, game: (value) => isText(value) && GAME_FORM.test(value), ply: isWhole, digest: isHash, hand_number: isWhole,
      first: isWhole, last: isWhole, seats: isWhole, seat: isWhole, claim: among(...CLAIMS), text: isText,
      parties: (value) => Array.isArray(value) && value.every(isParty),
    },
    may: { refused: isObject, receipt: isObject, refusal: isObject, checkpoint: isObject, judge: within(2, JUDGE) },
  },
  evidence: { may: { refused: isObject, receipt: isObject, refusal: isObject, checkpoint: isObject } },
  await_reveal: {},
  judge: { must: { verdict: isVerdict } },
  statement: { must: { text: isText } },
  accept: {},
  contest: { must: { text: isText } },
  withdraw: {},
  rule: {
    must: { outcome: among("upheld", "rejected"), reason: isText },
    may: { paragraph: (value) => isText(value) && /^[0-9]{1,2}\.[0-9]{1,2}$/.test(value), correction: isAmounts },
  },
  expire: {},
};

/** Return whether `command` is one of a dispute with this judge, and names what such a one does and nothing else. */
export function isDisputeCommand(command, judge) {
  if (!isObject(command) || !isText(command.type) || !Object.hasOwn(DISPUTE_FORMS, command.type)) return false;
  const { must = {}, may = {} } = DISPUTE_FORMS[command.type];
  const given = Object.keys(may).filter((name) => command[name] !== undefined);
  const forms = { ...must, ...may };
  const names = [...Object.keys(must), ...given];
  return hasMembers(command, ["type", ...names]) && names.every((name) => forms[name](command[name], judge));
}

/** Return the actor of this name: `{seat}`, `{arbiter}` or `{service: true}`, null for an unknown name. */
export function speakerNamed(actor) {
  if (!isText(actor)) return null;
  if (actor === "system") return { service: true };
  if (actor.startsWith("arbiter:")) return isPlayer(actor.slice(8)) ? { arbiter: actor.slice(8) } : null;
  const seat = seatOfActor(actor, 100);
  return seat === null ? null : { seat };
}
