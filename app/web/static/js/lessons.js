// Lessons: positions are played on the board and the tray of the table, without a clock and without a service.

import { FIRST, startsFirstHand } from "./first.js";
import { board } from "./games/conquian/board.js";
import { LESSONS } from "./games/conquian/lessons.js";
import { judged } from "./games/conquian/judging.js";
import { marked, plain } from "./games/conquian/terms.js";
import { tray } from "./games/conquian/tray.js";
import { at, fill, make, still } from "./shell.js";
import { announce } from "./signals.js";
import { link, t } from "./words.js";

const DONE = "conquian.lessons";

/** The positions that were solved in this browser. @returns {Set<string>} */
function solved() {
  try {
    return new Set(JSON.parse(localStorage.getItem(DONE)) ?? []);
  } catch {
    return new Set();
  }
}

const button = (name, what, run = () => {}) => make(name, { type: "button", on: { click: run } }, what);

/** A position before the learner: what the tray needs of a table. */
class Exercise {
  constructor() {
    this.names = [t("board.you"), t("lesson.other")];
    this.rules = {};
    this.simple = true;
    this.auto = true;
    this.passing = false;
    this.sending = false;
    this.forcer = 1;
    this.done = solved();
    this.board = board(at("board"), { seat: 0, ownHand: false, motion: !still(), names: this.names });
  }

  /** The first position that was not solved yet, else the very first. */
  next() {
    for (const lesson of LESSONS) {
      const place = lesson.positions.findIndex(({ position }) => !this.done.has(position));
      if (place >= 0) return [lesson, place];
    }
    return [LESSONS[0], 0];
  }

  begin(lesson, place) {
    this.lesson = lesson;
    this.place = place;
    this.given = lesson.positions[place];
    this.view = this.given.view;
    this.moves = this.given.moves;
    this.over = false;
    this.question();
    this.say("", null);
    this.#list();
    announce(`${this.#numbered()} ${plain(t(`lesson.ask_${this.given.position}`))}`);
  }

  /** Puts the question of the position anew. */
  question() {
    at("tray").hidden = false;
    this.tray ??= tray(at("tray"), this);
    this.tray.questionKey = null;
    this.tray.show();
  }

  draw() {
    this.board.update(this.tray.shown(), { names: this.names });
    at("board").classList.toggle("laying", this.tray.mode === "discard");
  }

  tick() {}

  help() {}

  rule(paragraph) {
    open(link(`/rules/conquian#p${paragraph}`), "_blank");
  }

  /** An answer: the right one goes on, a mistake is explained and the question put again. */
  send(command) {
    const verdict = judged(this.given, command);
    if (!verdict.right) {
      this.say("bad", verdict.text);
      this.question();
      at("said").scrollIntoView({ block: "nearest" });
      return;
    }
    this.done.add(this.given.position);
    try {
      localStorage.setItem(DONE, JSON.stringify([...this.done]));
    } catch {
      // No storage: what is solved holds for this page.
    }
    this.over = true;
    this.view = { ...this.view, ...this.given.after };
    this.moves = [];
    at("tray").hidden = true;
    at("board").classList.remove("laying");
    this.board.update(this.view, { names: this.names });
    this.say("good", `${t("lesson.right")} ${t(`lesson.why_${this.given.position}`)}`);
    this.#list();
    (at("said").querySelector(".primary") ?? at("said")).focus({ preventScroll: true });
    at("said").scrollIntoView({ block: "nearest" });
  }

  #numbered() {
    return t("lesson.position", { position: this.place + 1, last: this.lesson.positions.length });
  }

  /** Says something about the position: what there is to do, why that was a mistake, or why it was right. */
  say(kind, text) {
    const { given, lesson, place, over } = this;
    fill(at("task"), make("span.badge", {}, this.#numbered()), " ", ...marked(t(`lesson.ask_${given.position}`)));
    at("said").className = `said ${kind}`;
    const following = LESSONS[LESSONS.indexOf(lesson) + 1];
    const on = place + 1 < lesson.positions.length ? [t("lesson.next"), () => this.begin(lesson, place + 1)]
      : following ? [t("lesson.next_lesson", { lesson: t(`lesson.title_${following.lesson}`) }), () => this.begin(following, 0)] : null;
    fill(at("said"), text && make("p", { role: kind === "bad" ? "alert" : "status" }, ...marked(text)), make("p.row", {},
      over && on && button("button.primary", ...on),
      over && !on && this.#firstHand(),
      over && !on && make("a.button", { href: link(`/learn/${FIRST}`) }, t("lesson.finished")),
      over && button("button", t("lesson.again"), () => this.begin(lesson, place)),
      !over && kind !== "hint" && button("button.small", t("lesson.explain"), () => this.say("hint", t(`lesson.why_${given.position}`)))));
  }

  /** After the last lesson: the way to a table. */
  #firstHand() {
    const start = button("button.primary", t("common.first_hand"));
    const place = make("span.row", {}, start);
    startsFirstHand(start, FIRST);
    return place;
  }

  /** The lessons, with how many positions of each are solved. */
  #list() {
    const list = at("lessons");
    fill(list, ...LESSONS.map((lesson) => {
      const last = lesson.positions.length;
      const count = lesson.positions.filter(({ position }) => this.done.has(position)).length;
      const current = lesson === this.lesson;
      return make("li", {}, make(`button.small${count === last ? ".done" : ""}`, { type: "button", "aria-current": current ? "step" : null, "data-lesson": lesson.lesson,
        on: { click: () => this.begin(lesson, 0) } }, t(`lesson.title_${lesson.lesson}`), " ", make("span.muted", {}, t("lesson.solved", { count, last }))));
    }));
    const now = list.querySelector("[aria-current]");
    list.scrollTo({ left: now.offsetLeft - list.offsetLeft - (list.clientWidth - now.offsetWidth) / 2 });
  }
}

const exercise = new Exercise();
exercise.begin(...exercise.next());
