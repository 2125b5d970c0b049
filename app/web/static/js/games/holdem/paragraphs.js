// Which paragraphs of hold'em's rulebook an event stands on.

export const PARAGRAPHS = {
  created: ["1.3", "1.4", "11.2", "12.1"],
  "house-charged": ["3.1"],
  "hand-begun": ["2.2"],
  "blind-posted": ["3.2", "3.3"],
  "holes-dealt": ["4.2"],
  checked: ["5.3"],
  "bet-placed": ["5.2", "5.3"],
  called: ["5.4"],
  raised: ["5.2", "5.3"],
  "hand-given-up": ["5.5"],
  "board-dealt": ["4.3", "5.8"],
  "bet-returned": ["6.2"],
  "hand-shown": ["6.3", "6.4"],
  "pots-won": ["6.1", "6.5"],
  "chips-bought": ["7.1", "7.2"],
  "chips-returned": ["11.11"],
  "stock-shuffled": ["11.14"],
  "hand-settled": ["7.3"],
};

export const PARTS = {};
