// Before the first paint: the theme and the language that were chosen in this browser. No module, so that it
// runs while the head is read.
(() => {
  const root = document.documentElement;
  const kept = (name) => {
    try {
      return localStorage.getItem(`conquian.${name}`);
    } catch {
      return null; // no storage: the browser's own settings decide
    }
  };
  const theme = kept("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  const address = new URL(location.href);
  const language = kept("lang");
  if (root.dataset.languages.split(" ").includes(language) && language !== root.lang && !address.searchParams.has("lang")) {
    address.searchParams.set("lang", language);
    location.replace(address);
  }
})();
