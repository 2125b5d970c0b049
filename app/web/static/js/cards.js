// The cards, drawn by us: the Spanish pack (O C E B) and the French one (d h s c) by their codes.
//
// A face is 100 by 150. What faces share stands once in the page, as symbols of 100 by 100 around (0, 0).

import { t } from "./words.js";

const PATTERN = /^(A|[1-9]|1[0-2]|[TJQK])([OCEBdhsc])$/;
const SPANISH = "OCEB";

/** @param {string} code */
export const suitOf = (code) => PATTERN.exec(code)?.[2] ?? "";

/** @param {string} code */
export const rankOf = (code) => PATTERN.exec(code)?.[1] ?? "";

const ORDER = { A: 1, T: 10, J: 11, Q: 12, K: 13 };
/** Every suit, in the order of the packs. */
export const SUITS = "OCEBdhsc";

/** The place of a card among those of its suit, from 1. @param {string} code */
export const valueOf = (code) => ORDER[rankOf(code)] ?? Number(rankOf(code));

/** Compares cards by suit and then by rank. */
export const bySuit = (one, other) =>
  SUITS.indexOf(suitOf(one)) - SUITS.indexOf(suitOf(other)) || valueOf(one) - valueOf(other);

/** Compares cards by rank and then by suit. */
export const byRank = (one, other) =>
  valueOf(one) - valueOf(other) || SUITS.indexOf(suitOf(one)) - SUITS.indexOf(suitOf(other));

/**
 * What a card is called in the language of the page: "siete de oros".
 * @param {string} code  a card, or "??"
 */
export function cardName(code) {
  const rank = rankOf(code);
  if (!rank) return t("cards.hidden");
  return `${t(`cards.rank_${rank}`)} ${t(`cards.of_${suitOf(code)}`)}`;
}

/**
 * The same within a sentence: "el siete de oros".
 * @param {string} code
 */
export function theCard(code) {
  const rank = rankOf(code);
  return rank ? `${t(`cards.the_${rank}`)} ${t(`cards.of_${suitOf(code)}`)}` : cardName(code);
}

const drawn = new Map();

/**
 * A card as an image without a name, which stands beside it: its face, or its back where it is not known ("??").
 * @param {string} code
 * @returns {SVGSVGElement}
 */
export function cardFace(code) {
  share();
  const shown = PATTERN.test(code) ? code : "??";
  if (!drawn.has(shown)) drawn.set(shown, parsed(shown === "??" ? back() : face(shown), shown));
  const card = drawn.get(shown).cloneNode(true);
  card.dataset.card = shown;
  card.setAttribute("aria-hidden", "true");
  return card;
}

function parsed(inside, code) {
  const suit = suitOf(code);
  const pack = SPANISH.includes(suit) ? "spanish" : "french";
  const kind = suit ? `${pack} of-${suit}` : "back";
  return element(`<svg class="card ${kind}" viewBox="0 0 100 150">${inside}</svg>`);
}

function element(markup) {
  const holder = document.createElement("template");
  holder.innerHTML = markup;
  return holder.content.firstElementChild;
}

const use = (name, x, y, size, turned = 0) =>
  `<use href="#cq-${name}" transform="translate(${x} ${y})${turned ? ` rotate(${turned})` : ""} scale(${size / 100})"/>`;

const PAPER = '<rect class="paper" x="1" y="1" width="98" height="148" rx="8"/>';

function back() {
  return (
    `${PAPER}<rect class="back-ground" x="7" y="7" width="86" height="136" rx="5"/>` +
    '<rect x="7" y="7" width="86" height="136" rx="5" fill="url(#cq-lattice)"/>' +
    '<rect class="back-line" x="11.5" y="11.5" width="77" height="127" rx="3"/>' +
    `<circle class="back-ground" cx="50" cy="75" r="21"/>${use("sun", 50, 75, 38)}`
  );
}

function face(code) {
  const spanish = SPANISH.includes(suitOf(code));
  return PAPER + (spanish ? pintas(code) : "") + corners(code) + (figureOf(code) ?? pips(code));
}

/** The frame of a Spanish card: its upper and lower lines are broken as often as its suit says (0 1 2 3). */
function pintas(code) {
  const gaps = SPANISH.indexOf(suitOf(code));
  const width = 7;
  const cut = Array.from({ length: gaps }, (_, at) => 50 + (at - (gaps - 1) / 2) * 2.2 * width);
  const line = (y) => {
    const ends = [9, ...cut.flatMap((x) => [x - width / 2, x + width / 2]), 91];
    let path = "";
    for (let at = 0; at < ends.length; at += 2) path += `M${ends[at]} ${y}H${ends[at + 1]}`;
    return path;
  };
  return `<path class="frame" d="M5 10.5V139.5M95 10.5V139.5${line(5.5)}${line(144.5)}M5 10.5Q5 5.5 9 5.5M95 10.5Q95 5.5 91 5.5M5 139.5Q5 144.5 9 144.5M95 139.5Q95 144.5 91 144.5"/>`;
}

const SHOWN = { T: "10" };

function corners(code) {
  const rank = SHOWN[rankOf(code)] ?? rankOf(code);
  const fit = rank.length > 1 ? ' textLength="19.5" lengthAdjust="spacingAndGlyphs"' : "";
  const corner = `<text class="rank" x="17" y="31"${fit}>${rank}</text>${use(`suit-${suitOf(code)}`, 17, 44, 17)}`;
  return `${corner}<g transform="rotate(180 50 75)">${corner}</g>`;
}

const LEFT = -13.3;
const RIGHT = 13.3;
const columns = (...rows) => rows.flatMap((y) => [[LEFT, y], [RIGHT, y]]);

/** By number: how large the signs are, and where they stand around the middle of the card. */
const PIPS = {
  1: [56, [[0, 0]]],
  2: [42, [[0, -31], [0, 31]]],
  3: [34, [[0, -40], [0, 0], [0, 40]]],
  4: [25, columns(-34, 34)],
  5: [25, [...columns(-38, 38), [0, 0]]],
  6: [25, columns(-40, 0, 40)],
  7: [24, [...columns(-42, 0, 42), [0, -21]]],
  8: [23, [...columns(-42, 0, 42), [0, -21], [0, 21]]],
  9: [19.5, [...columns(-45, -15, 15, 45), [0, 0]]],
  10: [19.5, [...columns(-46, -15.5, 15.5, 46), [0, -31], [0, 31]]],
};

/** The suits whose signs are slim and may be taller. */
const SLIM = "EB";

function pips(code) {
  const suit = suitOf(code);
  const [usual, places] = PIPS[valueOf(code)];
  const size = SLIM.includes(suit) ? usual * 1.1 : usual;
  const turns = !SPANISH.includes(suit);
  return places.map(([x, y]) => use(`suit-${suit}`, 50 + x, 75 + y, size, turns && y > 0 ? 180 : 0)).join("");
}

const SPANISH_FIGURES = { 10: "sota", 11: "caballo", 12: "rey" };
const FRENCH_FIGURES = { J: "jack", Q: "queen", K: "king" };

function figureOf(code) {
  const suit = suitOf(code);
  const rank = rankOf(code);
  if (SPANISH.includes(suit)) {
    const name = SPANISH_FIGURES[rank];
    return name && use(name, 47.5, 79, 96) + use(`suit-${suit}`, 73, 47, 30);
  }
  const name = FRENCH_FIGURES[rank];
  if (!name) return undefined;
  const half = use(name, 50, 75, 104);
  return `<rect class="window" x="27" y="17" width="46" height="116" rx="2"/>${half}<g transform="rotate(180 50 75)">${half}</g>`;
}

let shared = false;

/** Puts the symbols into the page, once. */
function share() {
  if (shared) return;
  shared = true;
  const signs = Object.entries(SYMBOLS).map(([name, inside]) => `<g id="cq-${name}">${inside}</g>`);
  document.body.append(
    element(`<svg class="card-shapes" width="0" height="0" aria-hidden="true"><defs>${LATTICE}${signs.join("")}</defs></svg>`),
  );
}

const LATTICE =
  '<pattern id="cq-lattice" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45 50 75)">' +
  '<path class="back-line" d="M0 5H10M5 0V10"/><circle class="back-dot" cx="0" cy="0" r="1.4"/><circle class="back-dot" cx="10" cy="0" r="1.4"/>' +
  '<circle class="back-dot" cx="0" cy="10" r="1.4"/><circle class="back-dot" cx="10" cy="10" r="1.4"/></pattern>';

const petals = (count, path) =>
  Array.from({ length: count }, (_, at) => `<path d="${path}" transform="rotate(${(360 / count) * at})"/>`).join("");

const HEAD = '<path class="skin" d="M-8.5 -36C-8.5 -25 -4 -20.5 0 -20.5S8.5 -25 8.5 -36Z"/>';
const EYES = '<path class="ink-line" d="M-4 -31.5V-30M4 -31.5V-30M0 -30V-27M-2.2 -24.4Q0 -23 2.2 -24.4"/>';
const ARM = '<path class="sleeve" d="M11 -14Q21 -13 23 -23L29 -20Q27 -5 13 -3Z"/><circle class="skin" cx="26" cy="-23" r="3.6"/>';

const SYMBOLS = {
  sun:
    `<g class="back-sun">${petals(12, "M-5 -28L0 -46L5 -28Z")}<circle r="24"/></g><circle class="back-ground" r="15"/><circle class="back-sun" r="8"/>`,
  "suit-O":
    '<circle class="gold" r="46" stroke-width="5"/><circle class="gold-line" r="35" stroke-width="4"/>' +
    `<g class="red-fill">${petals(8, "M0 -6C-8 -14 -7 -25 0 -29C7 -25 8 -14 0 -6Z")}</g><circle class="gold" r="9" stroke-width="4"/>`,
  "suit-C":
    '<path class="cup" stroke-width="4.5" d="M-33 -44H33C33 -12 22 4 8 9V22C20 24 28 32 28 44H-28C-28 32 -20 24 -8 22V9C-22 4 -33 -12 -33 -44Z"/>' +
    '<path class="gold" stroke-width="4" d="M-36 -48H36V-36H-36Z"/><path class="gold" stroke-width="4" d="M-11 10H11V19H-11Z"/><path class="gold" stroke-width="4" d="M-31 39H31V49H-31Z"/>' +
    '<path class="light-line" stroke-width="4.5" d="M-21 -26C-20 -13 -16 -6 -9 -2"/>',
  "suit-E":
    '<path class="blade" stroke-width="4" d="M0 -50L10 -36V14H-10V-36Z"/><path class="light-line" stroke-width="3.5" d="M-2.5 -35V8"/>' +
    '<path class="gold" stroke-width="4" d="M-30 10Q-32 24 -22 22H22Q32 24 30 10Q24 14 16 13H-16Q-24 14 -30 10Z"/>' +
    '<path class="red-fill edged" stroke-width="3.5" d="M-6 22H6V38H-6Z"/><circle class="gold" stroke-width="4" cy="43" r="7"/>',
  "suit-B":
    '<path class="club" stroke-width="4" d="M-9 -6L-24 -17L-18 -26L-4 -14ZM9 10L25 0L19 -9L4 2Z"/>' +
    '<path class="club" stroke-width="4.5" d="M-6 49C-7 24 -12 2 -15 -22C-18 -42 -10 -50 1 -50C13 -50 19 -41 16 -22C13 2 8 24 6 49Q0 52 -6 49Z"/>' +
    '<path class="club-cut" stroke-width="3" d="M-25 -15.5L-17.5 -27L-13.5 -24L-21 -13ZM26 1.5L18.5 -10L14.5 -7.5L22 4ZM-7 44H7V50Q0 53 -7 50Z"/>' +
    '<path class="light-line" stroke-width="4" d="M-7 -38C-9 -24 -6 -8 -3 8"/><path class="club-knot" d="M6 -32a4 4 0 1 0 .1 0ZM3 14a3 3 0 1 0 .1 0Z"/>',
  "suit-d": '<path class="red-suit" d="M0 -49Q15 -20 37 0Q15 20 0 49Q-15 20 -37 0Q-15 -20 0 -49Z"/>',
  "suit-h": '<path class="red-suit" d="M0 46C-12 24 -44 8 -44 -17C-44 -34 -32 -44 -20 -44C-10 -44 -3 -38 0 -28C3 -38 10 -44 20 -44C32 -44 44 -34 44 -17C44 8 12 24 0 46Z"/>',
  "suit-s":
    '<path class="black-suit" d="M0 -48C10 -26 43 -10 43 13C43 27 33 34 23 34C14 34 7 30 4 23C5 34 10 42 17 47H-17C-10 42 -5 34 -4 23C-7 30 -14 34 -23 34C-33 34 -43 27 -43 13C-43 -10 -10 -26 0 -48Z"/>',
  "suit-c":
    '<path class="black-suit" d="M0 -47A21 21 0 0 1 18 -15A21 21 0 1 1 5 17C6 31 10 41 18 47H-18C-10 41 -6 31 -5 17A21 21 0 1 1 -18 -15A21 21 0 0 1 0 -47Z"/>',
  sota:
    '<path class="hose" d="M-10 22H-2V47H-10ZM2 22H10V47H2Z"/><path class="shoe" d="M-2 46V51H-15Q-14 46 -9 46ZM2 46V51H15Q14 46 9 46Z"/>' +
    '<path class="cape" d="M-12 -17Q-22 4 -19 30L-8 24ZM12 -17Q20 4 17 30L8 24Z"/>' +
    '<path class="robe" d="M-13 -15Q0 -22 13 -15L16 26Q0 33 -16 26Z"/><path class="gold-band" d="M-14.2 3H14.2L14.6 8H-14.6Z"/><path class="trim-line" d="M0 -18V3M0 8V29"/>' +
    '<path class="sleeve" d="M-12 -14Q-23 -6 -22 5L-12 9L-9 4L-15 0Z"/><circle class="skin" cx="-10.5" cy="6" r="3.4"/>' +
    `${ARM}<path class="hair" d="M-10 -36Q-13 -24 -10 -18L-6 -21L6 -21L10 -18Q13 -24 10 -36Z"/>${HEAD}${EYES}` +
    '<path class="hat" d="M-14 -36Q-14 -47 1 -47Q15 -46 13 -36Z"/><path class="feather" d="M9 -44Q20 -52 22 -43Q15 -42 10 -39Z"/>',
  caballo:
    '<path class="tail" d="M21 16Q32 18 28 40Q20 32 18 24Z"/>' +
    '<path class="horse" d="M-20 26L-22 50H-16L-12 31L6 31L12 50H18L17 30Q26 22 21 12Q10 4 -6 6L-16 -7L-14 -15L-20 -12Q-26 -4 -31 5Q-32 10 -27 10L-20 6Q-23 16 -20 26Z"/>' +
    '<path class="horse" d="M-10 31L-6 50H-1L-2 31ZM8 31L2 50H7L13 34Z"/><path class="crest" d="M-14 -15Q-3 -8 -4 7L-9 6Q-10 -4 -16 -7Z"/><circle class="ink" cx="-22.5" cy="-2.5" r="1.5"/><path class="bridle" d="M-28 3L-24 -1L-9 -2"/>' +
    '<path class="saddle" d="M-8 4H17L14 18H-5Z"/><path class="cape" d="M9 -18Q24 -8 23 12L10 6Z"/>' +
    '<path class="robe" d="M-6 -16Q3 -22 12 -16L14 8H-6Z"/><path class="gold-band" d="M-6 -1H13.4L13.8 4H-6Z"/>' +
    '<path class="hose" d="M0 7H9L6 24H-1Z"/><path class="shoe" d="M-1 23H6V28H-8Q-7 24 -1 23Z"/>' +
    '<path class="sleeve" d="M-4 -14Q-10 -8 -9 -2L2 2L3 -3L-3 -6Z"/><circle class="skin" cx="2" cy="0" r="3"/><path class="sleeve" d="M9 -15Q18 -14 21 -23L26 -20Q25 -7 11 -6Z"/><circle class="skin" cx="24" cy="-23.5" r="3.4"/>' +
    '<g transform="translate(3 -2) scale(.92)"><path class="hair" d="M-10 -36Q-12 -25 -9 -20L-5 -21L5 -21L9 -20Q12 -25 10 -36Z"/>' +
    `${HEAD}${EYES}<path class="hat" d="M-11 -35Q-11 -46 0 -46Q11 -46 11 -35Z"/><path class="gold-band" d="M-15 -37.5H15V-34H-15Z"/></g>`,
  rey:
    '<path class="cape" d="M-14 -17Q-25 14 -24 50H24Q25 14 14 -17Z"/><path class="robe" d="M-11 -17Q0 -22 11 -17L16 50H-16Z"/>' +
    '<path class="ermine" d="M-3.5 -18H3.5L5 50H-5ZM-24.3 44H24.3L24.5 51H-24.5Z"/><path class="ink" d="M-.8 -8h1.6v4h-1.6ZM-.8 6h1.6v4h-1.6ZM-.8 20h1.6v4h-1.6ZM-.8 34h1.6v4h-1.6ZM-16 45.5h1.5v4h-1.5ZM-9 45.5h1.5v4h-1.5ZM8 45.5h1.5v4h-1.5ZM15 45.5h1.5v4h-1.5Z"/>' +
    '<path class="gold-band" d="M-12.4 2H12.4L13 7H-13Z"/><path class="sleeve" d="M-12 -14Q-23 -6 -22 8L-12 12L-9 7L-15 3Z"/><circle class="skin" cx="-10.5" cy="9" r="3.4"/>' +
    `${ARM}<path class="hair" d="M-10.5 -36Q-13 -24 -10 -17H10Q13 -24 10.5 -36Z"/>${HEAD}<path class="beard" d="M-8.5 -31Q-8 -27 -4 -27.5Q0 -29 4 -27.5Q8 -27 8.5 -31Q10 -17 0 -11Q-10 -17 -8.5 -31Z"/>` +
    '<path class="ink-line" d="M-4 -32.5V-31M4 -32.5V-31M-2 -24H2"/>' +
    '<path class="gold-band" d="M-12 -35L-14 -50L-7.5 -43L0 -52L7.5 -43L14 -50L12 -35Z"/><path class="red-fill" d="M-6.5 -40.5a1.8 1.8 0 1 0 .1 0ZM0 -42a1.8 1.8 0 1 0 .1 0ZM6.5 -40.5a1.8 1.8 0 1 0 .1 0Z"/>',
  jack:
    '<path class="robe" d="M-22 0Q-21 -17 -8 -20H8Q21 -17 22 0Z"/><path class="gold-band" d="M-22 0Q-21.5 -8 -19.4 -12.5L19.4 0ZM-7 -20.5H7L3 -14H-3Z"/>' +
    '<path class="hair" d="M-11 -38Q-15 -26 -12 -20Q-8 -18 -7 -22H7Q8 -18 12 -20Q15 -26 11 -38Z"/><g transform="translate(0 -1)">' +
    `${HEAD}${EYES}</g><path class="hat" d="M-15 -36Q-15 -48 1 -48Q16 -47 14 -36Q0 -40 -15 -36Z"/><path class="feather" d="M7 -46Q19 -54 21 -43Q14 -43 9 -40Z"/>`,
  queen:
    '<path class="hair" d="M-11 -38Q-18 -24 -15 -11H15Q18 -24 11 -38Z"/><path class="robe" d="M-22 0Q-21 -16 -8 -19Q0 -10 8 -19Q21 -16 22 0Z"/><path class="trim-line" d="M-8 -19Q0 -10 8 -19"/><path class="gold-band" d="M-22 0Q-21.7 -4 -20.8 -7H20.8Q21.7 -4 22 0Z"/>' +
    `<path class="skin" d="M-4 -22H4V-15Q0 -12 -4 -15Z"/><g transform="translate(0 -1)">${HEAD}${EYES}</g><path class="hair" d="M-9.5 -37Q-10 -30 -8 -27Q-6 -33 0 -35Q6 -33 8 -27Q10 -30 9.5 -37Z"/>` +
    '<path class="gold-band" d="M-10 -37L-12 -47L-5 -42L0 -50L5 -42L12 -47L10 -37Q0 -40 -10 -37Z"/><circle class="red-fill" cy="-50" r="2"/>',
  king:
    '<path class="robe" d="M-22 0Q-21 -17 -8 -20H8Q21 -17 22 0Z"/><path class="ermine" d="M-6 -20H6L10 0H-10Z"/><path class="ink" d="M-3 -8h1.4v4h-1.4ZM2 -8h1.4v4h-1.4Z"/>' +
    `<path class="hair" d="M-11 -38Q-14 -26 -11 -19H11Q14 -26 11 -38Z"/><g transform="translate(0 -1)">${HEAD}</g>` +
    '<path class="beard" d="M-8.5 -33Q-8 -28 -4 -28.5Q0 -30 4 -28.5Q8 -28 8.5 -33Q10 -17 0 -11Q-10 -17 -8.5 -33Z"/><path class="ink-line" d="M-4 -33.5V-32M4 -33.5V-32M-2 -25H2"/>' +
    '<path class="gold-band" d="M-12 -36L-13 -48H-8V-43H-3V-50H3V-43H8V-48H13L12 -36Z"/><path class="red-fill" d="M-7 -40.5a1.6 1.6 0 1 0 .1 0ZM0 -40.5a1.6 1.6 0 1 0 .1 0ZM7 -40.5a1.6 1.6 0 1 0 .1 0Z"/>',
};
