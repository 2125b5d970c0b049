// The way of others to the free seats of a table: a link with its QR code, to be copied or shared.

import { button } from "../pieces.js";
import { showQr } from "../qr.js";
import { make } from "../shell.js";
import { t } from "../words.js";

/**
 * The links to the free seats that this person can invite to: seats with one code, or with none, have one link.
 * @param {import("../table.js").Table} table
 * @returns {HTMLElement[]}
 */
export function invitations(table) {
  const codes = keptCodes(table.game);
  const seats = Map.groupBy(table.view.seats.filter((one) => isInvitable(codes, one)), (one) => linkTo(table.game, codes[one.seat]));
  return Array.from(seats, ([href, found]) => {
    const names = found.map((one) => t("board.player", { seat: one.seat + 1 })).join(", ");
    // Kept, so that the code is not drawn again whenever somebody sits down.
    const kept = table.links.get(href) ?? invitation(href, table.links.size);
    table.links.set(href, kept);
    kept.querySelector("input").setAttribute("aria-label", t("table.link_for", { seat: names }));
    return kept;
  });
}

/** Codes of invitations to a game that this browser made, by seat. */
function keptCodes(game) {
  try {
    return JSON.parse(localStorage.getItem(`conquian.invitations.${game}`)) ?? {};
  } catch {
    return {};
  }
}

const isInvitable = (codes, { kind, seat, player, invited }) => kind === "open" && !player && (!invited || Boolean(codes[seat]));

/** Without the language of this page: whoever comes has one of their own. */
function linkTo(game, code) {
  const page = new URL(`/play/${game}`, location.origin);
  if (code) page.hash = `invitation=${code}`;
  return page.href;
}

function invitation(href, number) {
  const field = make("input", { readonly: true, value: href });
  field.addEventListener("focus", () => field.select());
  const status = make("span", { role: "status" });
  const copy = async () => {
    field.select();
    await navigator.clipboard?.writeText(href).catch(() => {}); // refused: the text stands selected
    status.textContent = t("table.copied");
  };
  const share = () => navigator.share({ title: t("table.you_are_invited"), url: href }).catch(() => {}); // closed again
  const code = make("div", { hidden: true });
  const { pathname, hash } = new URL(href);
  showQr(code, pathname + hash);
  return make("div.inviting", {}, code,
    make("div.row", {}, field,
      button("small", `copy-${number}`, t("table.copy"), copy),
      navigator.share && button("small.primary", `share-${number}`, t("table.share"), share), status));
}
