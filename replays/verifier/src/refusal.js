/** Refusals by the rules. */

/** The rules refuse a command: a code of the rulebook and its paragraph. */
export class Refusal extends Error {
  constructor(code, rule) {
    super(code);
    this.code = code;
    this.rule = rule;
  }
}

export function refuseUnless(right, code, rule) {
  if (!right) throw new Refusal(code, rule);
}
