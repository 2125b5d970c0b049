// The plots of a tournament, drawn from the numbers that the API gives, and its files.

import { call, Problem } from "./api.js";
import { figure } from "./chart.js";
import { at, fill, make } from "./shell.js";
import { labelled, number, plural, t } from "./words.js";

const COURSE = 200; // the most points of a line

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
  const kinds = ["ratings", ...(format.type === "sprt" ? ["llr"] : []), "seats", "lengths"];
  const written = ["csv", "json", ...(format.type === "swiss" ? ["trf"] : [])];
  const files = written.map((kind) => download(`${path}/export.${kind}`, kind.toUpperCase()));
  fill(at("downloads"), labelled(t("tournament.downloads")), ...files);
  if (!at("plots").querySelector("figure")) fill(at("plots"), make("p.muted", {}, t("tournament.making")));
  const drawn = [];
  for (const what of kinds) drawn.push(await plot(`${path}/plots/${what}.json`));
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

/** A plot as it is now; null where there is nothing to draw yet. */
async function plot(address) {
  try {
    const { body } = await call("GET", address);
    const points = body.series?.[0] ?? [];
    return points.length > 0 ? figure({ levels: body.levels, ...CHARTS[body.plot](points, body.system) }) : null;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

const share = (value) => `${number(100 * value, 1)} %`;
/** A value with half the width of its interval, where that is known. */
const within = (margin, value, text = (one) => number(one, 1)) => (margin === null ? text(value) : `${text(value)} ± ${text(margin)}`);

/** What the plots show, and how their points are said. */
const CHARTS = {
  ratings: (points, system) => {
    const value = ({ y, plus_minus: margin }) => within(margin, y);
    return {
      title: t("tournament.plot_ratings"), shape: "rows", points, axis: system === "elo" ? "Elo" : "Plackett-Luce",
      head: [t("tournament.entrant"), system === "elo" ? t("tournament.elo") : t("tournament.rating")],
      cells: (point) => [point.name, value(point)], say: (point) => `${labelled(point.name)}${value(point)}`,
    };
  },
  llr: (all) => {
    const every = Math.ceil(all.length / COURSE);
    const points = all.filter((_, unit) => unit % every === 0 || unit === all.length - 1);
    return {
      title: t("tournament.plot_llr"), shape: "line", points, axis: t("tournament.plot_units"), head: [t("tournament.plot_units"), t("tournament.plot_llr")],
      cells: ({ x, y }) => [number(x), number(y, 2)], say: ({ x, y }) => t("tournament.plot_llr_at", { units: number(x), llr: number(y, 2) }),
    };
  },
  seats: (points) => {
    const value = ({ y, plus_minus: margin }) => within(margin, y, share);
    return {
      title: t("tournament.plot_seats"), shape: "bars", percent: true, points, axis: t("tournament.plot_seat"), head: [t("tournament.plot_seat"), t("tournament.plot_share")],
      cells: (point) => [number(point.x), value(point)], say: (point) => t("tournament.plot_seat_at", { seat: number(point.x), share: value(point) }),
    };
  },
  lengths: (points) => ({
    title: t("tournament.plot_lengths"), shape: "bars", points, axis: t("tournament.plot_plies"), head: [t("tournament.plot_plies"), t("tournament.games")],
    cells: ({ x, y }) => [number(x), number(y)], say: ({ x, y }) => t("tournament.plot_length_at", { plies: number(x), games: plural("tournament.games", y) }),
  }),
};
