// The plots of a tournament and its files, as the API draws and writes them.

import { call, Problem } from "./api.js";
import { fill, make } from "./shell.js";
import { labelled, t } from "./words.js";

const SVG = "image/svg+xml";
const DARK = matchMedia("(prefers-color-scheme: dark)");
const at = (id) => document.getElementById(id);

let again = () => {};
DARK.addEventListener("change", () => again());
new MutationObserver(() => again()).observe(document.documentElement, { attributeFilter: ["data-theme"] });

/** Says when there will be plots and files, and how far the tournament has come. @param {string} progress */
export function unmade(progress) {
  fill(at("plots"), make("p.muted", {}, t("tournament.plots_at_end")), make("p.muted", {}, progress));
}

/**
 * Shows the plots and files of a tournament that is over.
 * @param {string} path  of the tournament
 * @param {{format: {type: string}}} tournament
 */
export async function plots(path, tournament) {
  const { format } = tournament;
  again = () => plots(path, tournament);
  const kinds = [
    ["ratings", t("tournament.plot_ratings")],
    ...(format.type === "sprt" ? [["llr", t("tournament.plot_llr")]] : []),
    ["seats", t("tournament.plot_seats")],
    ["lengths", t("tournament.plot_lengths")],
  ];
  const written = ["csv", "json", ...(format.type === "swiss" ? ["trf"] : [])];
  const files = written.map((kind) => download(`${path}/export.${kind}`, kind.toUpperCase()));
  fill(at("downloads"), labelled(t("tournament.downloads")), ...files);
  if (!at("plots").querySelector("figure")) fill(at("plots"), make("p.muted", {}, t("tournament.making")));
  const drawn = [];
  for (const [what, said] of kinds) drawn.push(await figure(`${path}/plots/${what}.svg?theme=${theme()}`, said));
  fill(at("plots"), ...drawn);
}

/** A link to a file, which is opened once a worker has made it. */
function download(address, said) {
  const link = make("a", { href: address }, said);
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    link.setAttribute("aria-busy", "true");
    link.title = t("tournament.making");
    await made(address);
    link.removeAttribute("aria-busy");
    link.title = "";
    location.assign(address);
  });
  return link;
}

/** Resolves when there is something else to be had at an address than word that it is being made. */
async function made(address) {
  for (;;) {
    const { status, headers } = await fetch(address, { method: "HEAD" }).catch(() => ({ status: 0 }));
    if (status !== 202) return;
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(headers.get("Retry-After") ?? 1)));
  }
}

/** The theme that the page is shown in. */
function theme() {
  const asked = document.documentElement.dataset.theme;
  return asked ?? (DARK.matches ? "dark" : "light");
}

/** A plot as it is now; null where there is nothing to draw yet. */
async function figure(address, said) {
  try {
    const { body } = await call("GET", address, { accept: SVG });
    const image = make("img", { src: `data:${SVG},${encodeURIComponent(body)}`, alt: said });
    return make("figure", {}, image, make("figcaption", {}, said));
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
