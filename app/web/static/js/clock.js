// Clocks that count down: every element with data-deadline (ms since 1970, by the clock of the service).

const LATE_S = 10;
const FAR_S = 43_200;
let offset = 0;
let timer = 0;

/**
 * Learns from the headers of an answer by how much the clock here differs from that of the service.
 * @param {Headers} headers
 */
export function agree(headers) {
  const date = Date.parse(headers.get("Date") ?? "");
  // The header is cut to the second; half of one is the better guess.
  if (!Number.isNaN(date)) offset = date + 500 - Date.now();
}

/** Seconds until a deadline, never below 0. */
const secondsTo = (deadline) => Math.max(0, Math.ceil(msTo(deadline) / 1000));

/**
 * Whether the limit of the open question is to be shown: not where a person plays against bots alone and is given so
 * long that it does not matter, nor before the first hand, when the table is only given up at last.
 * @param {any} view
 */
export const limited = ({ deadline, seats, status, you }) =>
  Boolean(deadline) && status !== "waiting" && (secondsTo(deadline) < FAR_S || seats.some((one) => one.kind !== "bot" && one.seat !== you));

/** Milliseconds until a deadline by the clock of the service; negative after it. */
export const msTo = (deadline) => deadline - Date.now() - offset;

const shown = (seconds) =>
  seconds >= 3600
    ? `${Math.floor(seconds / 3600)}:${String(Math.floor((seconds % 3600) / 60)).padStart(2, "0")} h`
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Sets all clocks of the page, now and from now on. */
export function tick() {
  for (const clock of document.querySelectorAll("[data-deadline]")) {
    const seconds = secondsTo(Number(clock.dataset.deadline));
    clock.textContent = shown(seconds);
    clock.classList.toggle("late", seconds <= LATE_S);
  }
  timer ||= setInterval(tick, 250);
}
