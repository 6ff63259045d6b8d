/** What a save or a check was refused for: said where the buttons are, each line leading to its field. */

import { fill } from "../sso_login/base/texts";

export interface Problem {
  text: string;
  lead?: () => void;
}

export interface Problems {
  node: HTMLElement;
  show(title: string, problems: Problem[], kind?: "error" | "info"): void;
  clear(): void;
}

/** A text with what it is about before it: not every language writes a colon alike. */
export function named(name: string, text: string): string {
  return fill(_("%{name}: %{text}"), { name, text });
}

/** Shows a field of a form: opens its tab, and gives it the focus. */
export function leadToField(option: string, page: Element | null | undefined): void {
  const field = page?.querySelector(`[data-name="${option}"]`);
  const pane = field?.closest<HTMLElement>("[data-tab]");
  const tab = pane?.dataset["tab"] ?? "";
  page?.querySelector<HTMLElement>(`.cbi-tabmenu [data-tab="${tab}"] a`)?.click();
  field?.scrollIntoView({ block: "center" });
  field?.querySelector<HTMLElement>("input:not([type=hidden]), select")?.focus();
}

/** A text, and a link where it leads somewhere. */
export function leadingText(text: string, lead: (() => void) | undefined): Node | string {
  if (lead === undefined) {
    return text;
  }
  const click = (event: Event): void => {
    event.preventDefault();
    lead();
  };
  return E("a", { href: "#", "data-name": "lead", click }, [text]);
}

/** The place for messages; one takes the place of the one before. */
export function problemsPanel(): Problems {
  const node = E("div", { "data-name": "problems", "aria-live": "assertive", tabindex: "-1" });
  return {
    node,
    show: (title, problems, kind = "error") => {
      const lines = problems.map(({ text, lead }) => E("li", {}, [leadingText(text, lead)]));
      const list = lines.length > 0 ? [E("ul", {}, lines)] : [];
      dom.content(node, [E("div", { class: `alert-message ${kind}` }, [E("p", {}, [title]), ...list])]);
      node.scrollIntoView({ block: "nearest" });
    },
    clear: () => dom.content(node, []),
  };
}
