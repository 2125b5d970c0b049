// Style sheets of single games, fetched with the scripts of the game, for pages that show a table.

/** @param {string} name  of a sheet in `css/` @returns {Promise<void>} settled when it applies, or cannot be fetched */
export function styled(name) {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = new URL(`../../css/${name}.css`, import.meta.url).href;
  return new Promise((done) => {
    sheet.addEventListener("load", () => done());
    sheet.addEventListener("error", () => done());
    document.querySelector("link[href$='/css/board.css']").after(sheet);
  });
}
