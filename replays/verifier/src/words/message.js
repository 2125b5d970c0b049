/** Texts that are translated where they are shown: English with named places, and what fills these. */

/** An English text; `context` tells apart equal English with different translations. */
export class Message {
  constructor(text, context, values) {
    this.text = text;
    this.context = context;
    this.values = values;
  }

  /** The same text with values for its places. */
  filled(values) {
    return new Message(this.text, this.context, { ...this.values, ...values });
  }

  /** The text in English, which is how reports in JSON have it. */
  toString() {
    return filled(this.text, this.values, String);
  }

  toJSON() {
    return this.toString();
  }
}

/** A text to be translated; its values may be texts themselves, or lists. */
export const message = (text, values = {}) => new Message(text, "", values);
export const messageIn = (context, text, values = {}) => new Message(text, context, values);

/** What is wrong, as a text to be translated. */
export class TextError extends Error {
  constructor(text) {
    super(String(text));
    this.text = text;
  }
}

/** `text` with values in the places of their names, each written by `write`. */
export function filled(text, values, write) {
  const written = (value) => (Array.isArray(value) ? value.map(written).join(", ") : write(value));
  return text.replace(/\{(\w+)\}/g, (_, name) => (Object.hasOwn(values, name) ? written(values[name]) : "?"));
}
