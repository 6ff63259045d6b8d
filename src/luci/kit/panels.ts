/** Elements of panels and dialogs. */
import { fill } from "../../sso_login/base/log_texts";
import { pressing } from "./buttons";
import { failureText, isSessionEnd } from "./failure";

/** A time in Unix seconds as text; "" without one. */
export function timeText(seconds: number | undefined): string {
  return seconds === undefined ? "" : new Date(seconds * 1000).toLocaleString();
}

/** A user, with the address of which the provider does not say that it is the user's. */
export function person(who: string, unverified = ""): HTMLElement {
  const address = fill(_("%{address}, not verified"), { address: unverified });
  return E("span", {}, [who, ...(unverified === "" ? [] : [E("br", {}), E("small", {}, [address])])]);
}

/** A table like LuCI's own: a phone shows each cell below its title. */
export function table(name: string, titles: string[], rows: (Node | string)[][]): HTMLElement {
  const heads = titles.map((title) => E("th", { class: "th", scope: "col" }, [title]));
  const cells = (row: (Node | string)[]): HTMLElement[] =>
    row.map((cell, at) => E("td", { class: "td", "data-title": titles[at] ?? "" }, [cell]));
  return E("table", { class: "table sso-login-table", "data-name": name }, [
    E("tr", { class: "tr table-titles" }, heads),
    ...rows.map((row) => E("tr", { class: "tr" }, cells(row))),
  ]);
}

/** A message where it was caused, which a screen reader says. */
export function notice(
  kind: "error" | "info" | "notice" | "success" | "warning",
  parts: (Node | string)[],
): HTMLElement {
  return E("p", { class: `alert-message ${kind}` }, parts);
}

export function spinner(text: string): HTMLElement {
  return E("p", { class: "spinning" }, [text]);
}

export function liveRegion(name: string): HTMLElement {
  return E("div", { "data-name": name, "aria-live": "polite" });
}

let sessionEnded = (): void => undefined;

/** Has a function called when a call fails because the session has ended. */
export function onSessionEnd(work: () => void): void {
  sessionEnded = work;
}

/** Asks something of the router; says below a title in a place why that fails, until it does not. */
export async function attempt(place: Element, work: () => unknown, title = ""): Promise<void> {
  const before = place.querySelector(":scope > .error");
  try {
    await work();
    before?.remove();
  } catch (failure) {
    if (isSessionEnd(failure)) {
      sessionEnded();
    } else {
      dom.content(place, [notice("error", [`${title} ${failureText(failure)}`.trim()])]);
    }
  }
}

/** A button that is blocked while its work goes on; `label` is its name where the title does not say all. */
export function button(
  name: string,
  title: string,
  click: () => unknown,
  { label, kind }: { label?: string; kind?: string } = {},
): HTMLElement {
  const classes = `btn cbi-button${kind === undefined ? "" : ` cbi-button-${kind}`}`;
  const attributes = { class: classes, "data-name": name, "aria-label": label ?? null, click: pressing(click) };
  return E("button", attributes, [title]);
}

/** A field with its label above; the label's text is the field's name. */
export function labelled(title: string, field: HTMLElement): HTMLElement {
  return E("label", { class: "sso-login-field" }, [E("span", {}, [title]), field]);
}

export function selectField(name: string, options: readonly (readonly [string, string])[]): HTMLSelectElement {
  const entries = options.map(([value, text]) => E("option", { value }, [text]));
  return E("select", { class: "cbi-input-select", "data-name": name }, entries) as HTMLSelectElement;
}

export function textField(name: string): HTMLInputElement {
  const attributes = { class: "cbi-input-text", type: "text", autocomplete: "off", "data-name": name };
  return E("input", attributes) as HTMLInputElement;
}

/** A technical name behind a text, in small letters; nothing without one. */
export function small(name: string | undefined): (Node | string)[] {
  return name === undefined ? [] : [" ", E("small", {}, [E("code", {}, [name])])];
}

export function panel(name: string, title: string, about: string, parts: Node[]): HTMLElement {
  return E("div", { class: "cbi-section", "data-name": name }, [
    E("h3", {}, [title]),
    ...(about === "" ? [] : [E("div", { class: "cbi-section-descr" }, [about])]),
    ...parts,
  ]);
}

/** Copies a field's or an element's text; where the browser has no clipboard (plain HTTP) it is selected to be copied by hand. */
export async function copyText(node: HTMLElement): Promise<void> {
  const isField = node instanceof HTMLInputElement;
  if (isField) {
    node.select();
  } else {
    window.getSelection()?.selectAllChildren(node);
  }
  // Absent without HTTPS, whatever its type says.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  await clipboard?.writeText(isField ? node.value : (node.textContent ?? ""));
}
