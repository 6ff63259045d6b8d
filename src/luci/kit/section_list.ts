/** A list of named sections, roles or further providers. Its rows are edited in a dialog; a deleted one goes when the page is saved. */
import { fill } from "../../sso_login/base/log_texts";
import type { Section, Sections } from "./sections";
import { button } from "./panels";

export interface ListTask<Item extends Section> {
  kind: "role" | "provider";
  sections: Sections<Item>;
  mayWrite: boolean;
  /** Titles of the columns: first the name, then `cells`, last `state`. */
  columns: string[];
  cells: (section: Item) => string[];
  state: (section: Item) => string;
  /** The text of an empty list, which is not shown without one. */
  none?: string;
  label: string;
  edit: (section: Item) => unknown;
  copy?: (section: Item) => unknown;
  /** Whether the order counts: rows are moved by a handle, with a pointer or the arrow keys. */
  isOrdered?: boolean;
}

export interface SectionList<Item> {
  node: HTMLElement;
  /** Draws what has changed, and rows only then: drawing them anew loses the focus, and a click that has begun. */
  draw: () => void;
  focus(section: Item, button: string): void;
}

/** A table's cell; themes show the title beside it on a phone. */
function cell(title = "", children: (Node | string)[] = [], name: string | null = null): HTMLElement {
  return E("td", { class: "td cbi-value-field", "data-title": title, "data-name": name }, children);
}

export function sectionList<Item extends Section>(task: ListTask<Item>): SectionList<Item> {
  const { kind, sections, mayWrite, columns, copy } = task;
  const { all, isGone } = sections;
  const body = E("div", { "data-name": `${kind}s` });
  let drawn: Item[] = [];
  let drawnTexts = "";

  const rows = (): HTMLElement[] => [...body.querySelectorAll<HTMLElement>(`[data-${kind}]`)];
  const focus = (section: Item, name: string): void =>
    rows()[all().indexOf(section)]?.querySelector<HTMLElement>(`[data-name="${name}"]`)?.focus();
  const labelOf = ({ name }: Item): string => fill(task.label, { [kind]: name });
  const move = (section: Item, by: number): void => {
    sections.move(section, by);
    focus(section, "move");
  };
  const actions = (section: Item): Node => {
    // LuCI's own translation of a title goes before ours: only the title itself is surely part of the button's name.
    const action = (name: string, title: string, work: () => unknown): (Node | string)[] => [
      button(name, title, work, { kind: name, label: `${title}: ${labelOf(section)}` }),
      " ",
    ];
    const change = (work: (section: Item) => void, next: string) => (): void => {
      work(section);
      focus(section, next);
    };
    const buttons = isGone(section)
      ? action("undo", _("Undo"), change(sections.restore, "remove"))
      : [
          ...action("edit", _("Edit"), () => task.edit(section)),
          ...(copy === undefined ? [] : action("neutral", _("Duplicate"), () => copy(section))),
          ...action("remove", _("Delete"), change(sections.remove, "undo")),
        ];
    return E("td", { class: "td cbi-section-table-cell nowrap cbi-section-actions" }, [E("div", {}, buttons)]);
  };
  /** The handle that moves a row; its name tells the place, which changes under the keys. */
  const handle = (section: Item): (Node | string)[] => {
    if (!mayWrite || task.isOrdered !== true || all().length < 2 || isGone(section)) {
      return [];
    }
    const place = { section: labelOf(section), place: String(all().indexOf(section) + 1) };
    const label = fill(_("Move: %{section}, now at place %{place}. Press the arrow keys."), place);
    const title = _("Drag, or press the arrow keys");
    const look = { class: "btn cbi-button drag-handle", "data-name": "move", role: "button", tabindex: "0" };
    const made = E("span", { ...look, title, "aria-label": label }, ["☰"]);
    made.addEventListener("pointerdown", ({ pointerId }) => made.setPointerCapture(pointerId));
    made.addEventListener("pointerup", ({ clientX, clientY }) => {
      const target = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(`[data-${kind}]`);
      const to = rows().findIndex((row) => row === target);
      if (to >= 0) {
        move(section, to - all().indexOf(section));
      }
    });
    made.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (by !== undefined) {
        event.preventDefault();
        move(section, by);
      }
    });
    return [made, " "];
  };
  const stateOf = (section: Item): string => (isGone(section) ? _("Is deleted when you save.") : task.state(section));
  const row = (section: Item): Node =>
    E(
      "tr",
      {
        class: `tr cbi-section-table-row${isGone(section) ? " sso-login-gone" : ""}`,
        [`data-${kind}`]: section.name,
      },
      [
        cell(columns[0], [...handle(section), E("strong", {}, [section.name])]),
        ...task.cells(section).map((text, at) => cell(columns[at + 1], [text])),
        cell(columns[columns.length - 1], [stateOf(section)], "reach"),
        ...(mayWrite ? [actions(section)] : []),
      ],
    );
  const draw = (): void => {
    const texts = JSON.stringify(all().map((one) => [isGone(one), ...task.cells(one)]));
    const isSame = all().length === drawn.length && all().every((one, at) => one === drawn[at]);
    if (isSame && texts === drawnTexts) {
      const places = body.querySelectorAll('[data-name="reach"]');
      places.forEach((place, at) => {
        const one = drawn[at];
        dom.content(place, one === undefined ? [] : [stateOf(one)]);
      });
      return;
    }
    [drawn, drawnTexts] = [all(), texts];
    const heads = columns.map((title) => E("th", { class: "th cbi-section-table-cell" }, [title]));
    const last = E("th", { class: "th cbi-section-table-cell" }, [
      E("span", { class: "sso-login-hidden" }, [_("Actions")]),
    ]);
    const none = E("tr", { class: "tr placeholder" }, [E("td", { class: "td" }, [task.none ?? ""])]);
    const table = E("table", { class: "table cbi-section-table" }, [
      E("tr", { class: "tr cbi-section-table-titles" }, [...heads, ...(mayWrite ? [last] : [])]),
      ...(drawn.length > 0 ? drawn.map(row) : [none]),
    ]);
    dom.content(body, drawn.length === 0 && task.none === undefined ? [] : [table]);
  };
  draw();
  return { node: body, draw, focus };
}
