// A plot: its points drawn as SVG in the width that there is, read by pointer and by keys, and as a table.

import { fill, make } from "./shell.js";
import { number, t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 220, ROW = 28, TOP = 10, RIGHT = 14, AXIS = 44;
const LETTER = 7.5; // the width of a letter of the labels, on average
const NAMES = 0.4; // the most that names take of the width
const TICK_X = 48, TICK_Y = 44;
const DOT = 5, SPOT = 8, CAP = 4, BAR = 0.7;
const KEYS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/**
 * What a plot shows, and how it is said. `rows` has a row with a name for each point and values from left to right;
 * `line` and `bars` have values from bottom to top.
 * @typedef {{x: number, y: number, plus_minus: number | null, name: string | null}} Point
 * @typedef {{title: string, shape: "rows" | "line" | "bars", points: Point[], levels: {name: string | null, y: number}[], axis: string, head: string[], cells: (point: Point) => string[], say: (point: Point) => string, percent?: boolean}} Chart
 */

/** A figure of a plot. @param {Chart} chart */
export function figure(chart) {
  const reading = make("p.reading", { role: "status" }, make("span.muted", {}, t("tournament.plot_hint")));
  const place = make("div.plot", { tabindex: "0", role: "group", "aria-label": chart.title });
  let at = -1, drawn = { spots: [] };

  const choose = (index) => {
    at = Math.max(0, Math.min(chart.points.length - 1, index));
    mark();
    fill(reading, chart.say(chart.points[at]));
  };
  const mark = () => {
    const spot = place.querySelector(".spot");
    if (!spot || at < 0) return;
    const [x, y] = drawn.spots[at];
    set(spot, { cx: x, cy: y, visibility: "visible" });
  };
  const near = ({ clientX, clientY }) => {
    const { left, top } = place.getBoundingClientRect();
    const far = chart.shape === "rows" ? ([, y]) => Math.abs(y - (clientY - top)) : ([x]) => Math.abs(x - (clientX - left));
    const all = drawn.spots.map(far);
    const nearest = all.indexOf(Math.min(...all));
    if (nearest !== at) choose(nearest);
  };
  place.addEventListener("pointermove", near);
  place.addEventListener("pointerdown", near);
  place.addEventListener("keydown", (event) => {
    const step = KEYS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    choose(at < 0 ? (step === Infinity ? step : 0) : at + step);
  });
  new ResizeObserver(() => {
    const width = place.clientWidth;
    if (!width || width === drawn.width) return;
    drawn = picture(chart, width);
    fill(place, drawn.svg);
    mark();
  }).observe(place);
  return make("figure", {}, make("figcaption", {}, chart.title), place, reading, table(chart));
}

/** All points as a table, for those who read rather than look. */
function table({ title, head, points, cells }) {
  const row = ([first, ...rest]) => make("tr", {}, make("th", { scope: "row" }, first), ...rest.map((text) => make("td.number", {}, text)));
  const [first, ...rest] = head;
  const shown = make("table", {}, make("caption.sr", {}, title),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, first), ...rest.map((text) => make("th.number", { scope: "col" }, text)))),
    make("tbody", {}, ...points.map((point) => row(cells(point)))));
  return make("details", {}, make("summary", {}, t("tournament.plot_table")), make("div.wide", { tabindex: "0", role: "group", "aria-label": title }, shown));
}

/** The plot in a width in px, and where each of its points lies. */
function picture(chart, width) {
  const parts = chart.shape === "rows" ? inRows(chart, width) : inColumns(chart, width);
  const svg = draw("svg", { width, height: parts.height, viewBox: `0 0 ${width} ${parts.height}`, "aria-hidden": "true" }, ...parts.drawn, draw("circle", { class: "spot", r: SPOT, visibility: "hidden" }));
  return { width, svg, spots: parts.spots };
}

function inRows({ points, axis }, width) {
  const longest = Math.max(...points.map(({ name }) => name.length));
  const left = Math.min(NAMES * width, LETTER * longest + RIGHT);
  const letters = Math.floor((left - RIGHT) / LETTER);
  const bottom = TOP + ROW * points.length;
  const [least, most] = widened(rangeOf(points, []));
  const x = scale(least, most, left, width - RIGHT);
  const spots = points.map(({ y }, row) => [x(y), TOP + ROW * (row + 0.5)]);
  const drawn = [];
  for (const { at, text } of ticks(least, most, (width - left) / TICK_X)) {
    drawn.push(line(x(at), TOP, x(at), bottom, "grid"), label(x(at), bottom + 16, text, "middle"));
  }
  points.forEach(({ name, y, plus_minus: margin }, row) => {
    const [across, down] = spots[row];
    const short = name.length > letters ? `${name.slice(0, letters - 1)}…` : name;
    drawn.push(label(left - 8, down + 4, short, "end"));
    if (margin !== null) drawn.push(...interval(x(y - margin), x(y + margin), down));
    drawn.push(draw("circle", { class: "dot", cx: across, cy: down, r: DOT }));
  });
  drawn.push(label(width - RIGHT, bottom + 34, axis, "end"));
  return { drawn, spots, height: bottom + AXIS };
}

function inColumns({ shape, points, levels, axis, percent }, width) {
  const bottom = HEIGHT - AXIS;
  const bars = shape === "bars";
  const [least, most] = percent ? [0, 1] : bars ? [0, rangeOf(points, levels)[1] || 1] : widened(rangeOf(points, levels));
  const y = scale(least, most, bottom, TOP);
  const marks = ticks(least, most, (bottom - TOP) / TICK_Y, percent);
  const left = LETTER * Math.max(...marks.map(({ text }) => text.length)) + RIGHT;
  const [from, to] = [points[0].x, points.at(-1).x];
  const edge = bars ? 0.5 : 0; // half a bar on each side
  const x = scale(from - edge, to + edge, left, width - RIGHT);
  const spots = points.map((point) => [x(point.x), y(point.y)]);
  const thick = (BAR * (width - RIGHT - left)) / (to - from + 1);
  const drawn = [];
  for (const { at, text } of marks) drawn.push(line(left, y(at), width - RIGHT, y(at), "grid"), label(left - 6, y(at) + 4, text, "end"));
  for (const { at, text } of ticks(from, to, (width - left) / TICK_X)) if (Number.isInteger(at)) drawn.push(label(x(at), bottom + 16, text, "middle"));
  if (bars) {
    points.forEach(({ y: value, plus_minus: margin }, place) => {
      const [across, up] = spots[place];
      drawn.push(draw("rect", { class: "bar", x: across - thick / 2, y: up, width: Math.max(1, thick), height: bottom - up }));
      if (margin !== null) drawn.push(line(across, y(Math.max(least, value - margin)), across, y(Math.min(most, value + margin)), "margin"));
    });
  } else drawn.push(draw("polyline", { class: "course", points: spots.map((spot) => spot.join()).join(" ") }));
  for (const level of levels) {
    drawn.push(line(left, y(level.y), width - RIGHT, y(level.y), "level"));
    if (level.name) drawn.push(label(left + 6, y(level.y) - 4, level.name, "start"));
  }
  drawn.push(label(width - RIGHT, bottom + 34, axis, "end"));
  return { drawn, spots, height: HEIGHT };
}

const interval = (from, to, y) => [line(from, y, to, y, "margin"), line(from, y - CAP, from, y + CAP, "margin"), line(to, y - CAP, to, y + CAP, "margin")];
const line = (x1, y1, x2, y2, kind) => draw("line", { class: kind, x1, y1, x2, y2 });
const label = (x, y, text, anchor) => draw("text", { x, y, "text-anchor": anchor }, text);

function draw(what, attributes, ...children) {
  const element = document.createElementNS(SVG, what);
  set(element, attributes);
  return fill(element, ...children);
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

/** The least and the greatest of all that is drawn. */
function rangeOf(points, levels) {
  const all = [...points.flatMap(({ y, plus_minus: margin }) => [y - (margin ?? 0), y + (margin ?? 0)]), ...levels.map(({ y }) => y)];
  return [Math.min(...all), Math.max(...all)];
}

/** A range with some room at both ends. */
function widened([least, most]) {
  const room = (most - least) / 20 || 1;
  return [least - room, most + room];
}

const scale = (least, most, from, to) => (value) => Math.round(10 * (from + ((value - least) / (most - least || 1)) * (to - from))) / 10;

/** Round values within a range, about so many, with their texts. */
function ticks(least, most, many, percent = false) {
  const raw = (most - least || 1) / Math.max(1, many);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= raw * 0.999);
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  const values = [];
  for (let at = Math.ceil(least / step); at * step <= most * (1 + 1e-9); at++) values.push(Number((at * step).toFixed(decimals)));
  return values.map((at) => ({ at, text: percent ? `${number(100 * at)} %` : number(at, decimals) }));
}
