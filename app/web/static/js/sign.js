// A sign of the notation that is a word: `dealer(1)`.

export const word = (name, ...items) => (items.length > 0 ? `${name}(${items.join(", ")})` : name);
