/** Attributes for screen readers that LuCI's form lacks: the name of a field, its description, and that it is wrong. */

import { fill } from "../../sso_login/base/log_texts";

let count = 0;

function idOf(element: Element): string {
  if (element.id === "") {
    count += 1;
    element.id = `sso-login-${String(count)}`;
  }
  return element.id;
}

function markWrong(field: Element): void {
  const isWrong = field.classList.contains("cbi-input-invalid");
  if (isWrong !== (field.getAttribute("aria-invalid") === "true")) {
    field.setAttribute("aria-invalid", String(isWrong));
  }
}

function markOpen(tab: Element): void {
  const isOpen = tab.classList.contains("cbi-tab");
  tab.querySelector("a")?.setAttribute("aria-current", String(isOpen));
}

function nameField(row: Element): void {
  const title = row.querySelector(":scope > .cbi-value-title");
  const help = row.querySelector(":scope > .cbi-value-field > .cbi-value-description");
  const fields = row.querySelectorAll(":is(input, select, textarea):not([type=hidden], [type=file], [aria-label])");
  for (const field of fields) {
    if (title !== null) {
      field.setAttribute("aria-labelledby", idOf(title));
    }
    if (help !== null) {
      field.setAttribute("aria-describedby", idOf(help));
    }
  }
}

/** An entry of one of LuCI's lists, which a click at its edge or the key Delete takes out. */
function nameEntry(entry: Element): void {
  if (!entry.hasAttribute("role")) {
    const text = entry.querySelector("span")?.textContent ?? "";
    entry.setAttribute("role", "group");
    entry.setAttribute("aria-label", fill(_("%{entry}: the key Delete takes it out"), { entry: text }));
  }
}

/** LuCI takes a list's first entry out by Backspace, and gives the focus to nothing. */
function keepFocusInList(event: Event): void {
  if (event.target instanceof Element && document.activeElement === document.body) {
    event.target.querySelector<HTMLElement>("input:not([type=hidden])")?.focus();
  }
}

/** Names the fields of a form, tells which are wrong, and goes on doing so. */
export function nameFields(root: HTMLElement): void {
  const look = (): void => {
    root.querySelectorAll(".cbi-value").forEach(nameField);
    root.querySelectorAll(".cbi-tabmenu > li").forEach(markOpen);
    root.querySelectorAll(".cbi-dynlist > .item").forEach(nameEntry);
    root.querySelectorAll(":is(input, select)").forEach(markWrong);
  };
  look();
  root.addEventListener("cbi-dynlist-change", keepFocusInList);
  new MutationObserver(look).observe(root, { subtree: true, childList: true, attributeFilter: ["class"] });
}
