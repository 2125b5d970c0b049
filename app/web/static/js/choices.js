// What this browser shows or leaves out, as its player has chosen, kept for all tables.

const address = (name) => `conquian.${name}`;

/** Whether something is chosen; not before it was. @param {string} name */
export function chosen(name) {
  try {
    return localStorage.getItem(address(name)) === "on";
  } catch {
    return false;
  }
}

/** Chooses something, or no longer. @param {string} name @param {boolean} wished */
export function choose(name, wished) {
  try {
    localStorage.setItem(address(name), wished ? "on" : "off");
  } catch {
    // No storage: the choice holds for this page.
  }
}
