// The frame of every page: the switches of language and theme. And the small helpers that pages are built with.

const keep = (name, value) => {
  try {
    localStorage.setItem(`conquian.${name}`, value);
  } catch {
    // No storage: the choice holds for this page.
  }
};

for (const one of document.querySelectorAll("[data-language]")) {
  one.addEventListener("click", () => {
    keep("lang", one.dataset.language);
    // The place inside the page and what scripts have put into its address stay.
    const address = new URL(location.href);
    address.searchParams.set("lang", one.dataset.language);
    one.href = address.href;
  });
}

const theme = document.getElementById("theme");
if (theme) {
  theme.hidden = false;
  theme.value = document.documentElement.dataset.theme ?? "auto";
  theme.addEventListener("change", () => {
    keep("theme", theme.value);
    if (theme.value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
  });
}

/** The element of the page with an id. @param {string} id */
export const at = (id) => document.getElementById(id);

/**
 * A new element: make("a.button", {href: "/"}, "Play"). Attributes that are null, undefined or false are left
 * out, `on` maps events to listeners; children are nodes or texts.
 * @param {string} what  tag and classes
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function make(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag);
  element.classList.add(...classes);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  fill(element, ...children);
  return element;
}

/**
 * The element with these children instead of those that it has.
 * @param {Element} element
 * @param {...(Node | string | null | undefined | false)} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((one) => one !== null && one !== undefined && one !== false));
  return element;
}

/** Whether whoever looks wants little to move. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
