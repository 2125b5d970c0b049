// Panels of which one is shown, with a tab for each (ARIA practices: tabs).

import { make } from "./shell.js";

/**
 * A list of tabs and the panels, the first one open; arrows go from tab to tab, `onOpen` hears of each.
 * @param {string} label
 * @param {[string, string, HTMLElement][]} panels  name, title and element of each
 * @param {() => void} onOpen
 * @returns {HTMLElement[]}
 */
export function tabbed(label, panels, onOpen) {
  const open = (chosen) => {
    tabs.forEach((tab, at) => {
      tab.setAttribute("aria-selected", String(at === chosen));
      tab.tabIndex = at === chosen ? 0 : -1;
      panels[at][2].hidden = at !== chosen;
    });
    onOpen();
  };
  const step = (event, at) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.stopPropagation();
    event.preventDefault();
    const next = (at + by + tabs.length) % tabs.length;
    open(next);
    tabs[next].focus();
  };
  const tabs = panels.map(([name, title], at) =>
    make("button.tab", {
      type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`,
      on: { click: () => open(at), keydown: (event) => step(event, at) },
    }, title));
  for (const [name, , panel] of panels) {
    panel.id = `panel-${name}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `tab-${name}`);
  }
  open(0);
  return [make("div.tabs", { role: "tablist", "aria-label": label }, ...tabs), ...panels.map(([, , panel]) => panel)];
}
