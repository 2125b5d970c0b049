// The style sheet of hold'em, fetched with the scripts of the game by the pages that show its table.

const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = new URL("../../../css/holdem.css", import.meta.url).href;

/** Settled when the sheet applies, or cannot be fetched. @type {Promise<void>} */
export const applied = new Promise((done) => {
  sheet.addEventListener("load", () => done());
  sheet.addEventListener("error", () => done());
});

document.querySelector("link[href$='/css/board.css']").after(sheet);
