// Short functions for elements, used by every part of the page.

export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element[name] = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return element;
}

/** el("button", {class: "deed", onclick}, "text", child) */
export const el = (name, attributes = {}, ...children) =>
  fill(document.createElement(name), attributes, children);

export const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);

/** Replace the children. The focus stays on the element with the same data-keep. */
export function renew(parent, ...children) {
  const focus = parent.contains(document.activeElement) ? document.activeElement.dataset.keep : undefined;
  parent.replaceChildren(...children.flat(Infinity).filter((child) => child != null && child !== false));
  if (focus) $(`[data-keep="${CSS.escape(focus)}"]`, parent)?.focus({ preventScroll: true });
}
