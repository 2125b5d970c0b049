// What pages take of Conquián to read its records.

export * from "./notation.js";
export * from "./paragraphs.js";
export * from "./positions.js";
