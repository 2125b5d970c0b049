// Which paragraphs of Conquián's rulebook an event stands on.

export const PARAGRAPHS = {
  created: ["1.5", "1.8", "1.9", "1.10", "11.2", "12.1"],
  "dealer-chosen": ["3.5"],
  "house-charged": ["9.7"],
  "hand-begun": ["3.1", "3.2"],
  restocked: ["11.14"],
  exchanged: ["3.3"],
  "card-turned": ["4.1"],
  passed: ["4.4"],
  declined: ["4.4"],
  melded: ["6.1", "6.2", "6.3"],
  kept: ["8.3"],
  folded: ["8.5"],
  "standing-changed": ["8.6"],
  "claims-closed": ["8.2"],
  "hand-settled": ["9.3"],
};

/** Those of a question, by its phase. */
export const OF_PHASE = {
  exchange: ["3.3"],
  offer: ["5.1"],
  left: ["4.2"],
  new: ["4.3"],
  force_window: ["7.2"],
  claim_window: ["8.1"],
  forced: ["7.4"],
};

/** Those that depend on more than the type of the event. */
export const PARTS = {
  forced: ({ by, turn }) => [by === turn ? "7.1" : "7.2", "7.3"],
  melded: ({ discard }) => [discard === undefined ? "9.1" : "6.4"],
  "hand-ended": ({ termination }) => [termination === "tablas" ? "9.2" : "9.1"],
  asked: ({ phase }) => OF_PHASE[phase] ?? [],
};
