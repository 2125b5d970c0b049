// The options of a variant as parts of a form, each with the sentence that the rules sheet gives it.

import { make, fill } from "./shell.js";
import { lang, t } from "./words.js";

const MANY = 20;

/**
 * Shows the options of a variant in `place`. Calling what it returns gives those that differ from the sheet;
 * `changed` hears how many do.
 * @param {HTMLElement} place
 * @param {any} variant  as GET /v1/variants gives it
 * @param {(count: number) => void} changed
 * @returns {() => Record<string, unknown>}
 */
export function options(place, variant, changed) {
  const rows = variant.parameters.filter((one) => one.option).map(row);
  fill(place, ...rows.map((one) => one.element));
  const asked = () => Object.fromEntries(rows.filter((one) => one.value() !== one.usual).map((one) => [one.name, one.value()]));
  place.onchange = () => changed(Object.keys(asked()).length);
  return asked;
}

/** One option: its name, what it is in the sheet, its element, and what it is now. */
function row(parameter) {
  const usual = Array.isArray(parameter.value) ? parameter.value[0] : parameter.value;
  const { control, value } = controlOf(parameter, usual);
  const note = make("small.muted", { title: t("home.paragraph", { rule: parameter.rule }) }, `§\u00a0${parameter.rule}`);
  const element = make("label.option", {}, make("span", {}, parameter.sentence[lang], " ", note), control);
  return { name: parameter.option, usual, element, value };
}

function controlOf(parameter, usual) {
  const allowed = parameter.allowed;
  if (typeof usual === "boolean") {
    const control = make("input", { type: "checkbox", checked: usual });
    return { control, value: () => control.checked };
  }
  if (!allowed || allowed.length > MANY) return numberOf(parameter, usual);
  const control = make("select", {}, ...allowed.map((one, at) => make("option", { value: at, selected: one === usual }, said(parameter, one))));
  return { control, value: () => allowed[Number(control.value)] };
}

/** A whole number; empty stands for none, where the rules know that. */
function numberOf(parameter, usual) {
  const numbers = (parameter.allowed ?? []).filter((one) => one !== null);
  const control = make("input", {
    type: "number",
    min: numbers[0] ?? parameter.minimum,
    max: numbers.at(-1) ?? parameter.maximum,
    step: 1,
    value: usual ?? "",
    placeholder: parameter.values?.null?.[lang] ?? t("home.no_number"),
    required: !parameter.values?.null,
  });
  return { control, value: () => (control.value === "" ? null : Number(control.value)) };
}

function said(parameter, value) {
  return parameter.values?.[String(value)]?.[lang] ?? String(value);
}
