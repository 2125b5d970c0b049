// The signs on buttons, drawn here.

const SVG = "http://www.w3.org/2000/svg";

const SHAPES = {
  first: "M5 5h3v14H5zM20 5v14l-11-7z",
  back: "M15.5 4l2 2-6 6 6 6-2 2-8-8z",
  play: "M7 4.5v15l13-7.5z",
  pause: "M6 5h4.5v14H6zM13.5 5H18v14h-4.5z",
  next: "M8.5 4l-2 2 6 6-6 6 2 2 8-8z",
  last: "M16 5h3v14h-3zM4 5v14l11-7z",
};

/** @param {keyof typeof SHAPES} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("width", "22");
  svg.setAttribute("height", "22");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("fill", "currentColor");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}
