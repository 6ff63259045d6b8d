/** Problems that keep a save or a check from its work, shown beside the buttons; each line leads to its field. */
import { reveal } from "./tabs";

export interface ProblemLine {
  text: string;
  lead?: () => unknown;
}

export interface ProblemList {
  node: HTMLElement;
  show(title: string, problems: ProblemLine[], kind?: "error" | "info"): void;
  clear(): void;
}

export function leadToField(option: string, page: Element | null | undefined): void {
  const field = page?.querySelector(`[data-name="${option}"]`);
  reveal(field);
  field?.scrollIntoView({ block: "center" });
  field?.querySelector<HTMLElement>("input:not([type=hidden]), select")?.focus();
}

/** A text, as a link where it leads somewhere: to a tab's address, and with `lead` to a place in it. */
export function leadingText(text: string, lead?: () => unknown, tab = ""): Node | string {
  if (lead === undefined && tab === "") {
    return text;
  }
  const click = (event: Event): void => {
    event.preventDefault();
    lead?.();
  };
  return E("a", { href: `#${tab}`, "data-name": "lead", click: lead === undefined ? null : click }, [text]);
}

export function problemList(): ProblemList {
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
