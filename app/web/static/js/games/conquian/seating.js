// What is played for, as the door of a table says it, and what taking a seat asks besides.

import { t } from "../../words.js";

/** @param {any} rules */
export const stakes = (rules) => [rules.money === "chips" ? t("table.terms_chips", { stake: rules.stake }) : t("table.terms_stake", { stake: rules.stake })];

export const joining = () => ({ parts: [], terms: () => ({}) });

export const between = () => null;

/** What the page asks before a seat is left for good. */
export const leaving = () => t("table.leave_sure");

/** What a seat may say without being asked; a precondition would only be in its way. */
export const UNASKED = ["standing"];

/** The keys that the help lists. */
export const KEYS = ["arrows", "space", "enter", "l", "a", "p", "f", "k", "s", "d", "h", "esc", "help"];

/** Whether the page can explain each question. */
export const EXPLAINS = true;

/** Whether the page may pass by itself. */
export const PASSES = true;
