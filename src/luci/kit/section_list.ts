/** A list of named sections, roles or further providers. Its rows are edited in a dialog; a deleted one goes when the page is saved. */
import { fill } from "../../sso_login/base/log_texts";

/** The sections; `all` has the deleted ones, too. */
interface Listed<Item> {
  all: () => Item[];
  isGone: (item: Item) => boolean;
  remove: (item: Item) => void;
  restore: (item: Item) => void;
  move: (item: Item, by: number) => void;
}

export interface ListTask<Item> {
  kind: "role" | "provider";
  sections: Listed<Item>;
  mayWrite: boolean;
  /** Titles of the columns: first the name, then `cells`, last `state`. */
  columns: string[];
  cells: (section: Item) => string[];
  state: (section: Item) => string;
  /** The text of an empty list, which is not shown without one. */
  none?: string;
  /** A section by its name. */
  label: string;
  edit: (section: Item) => unknown;
  copy?: (section: Item) => unknown;
  /** Whether the order counts: rows are moved by a handle, with the mouse or the arrow keys. */
  isOrdered?: boolean;
}

export interface SectionList<Item> {
  node: HTMLElement;
  /** Draws what has changed, and rows only then: drawing them anew loses the focus, and a click that has begun. */
  draw: () => void;
  /** Gives the focus to a button of a section's row. */
  focus(section: Item, button: string): void;
}

/** A table's cell; themes show the title beside it on a phone. */
function cell(title: string, children: (Node | string)[], name: string | null = null): HTMLElement {
  return E("td", { class: "td cbi-value-field", "data-title": title, "data-name": name }, children);
}

export function sectionList<Item extends { name: string }>(task: ListTask<Item>): SectionList<Item> {
  const { kind, sections, mayWrite, columns } = task;
  const { all, isGone } = sections;
  const body = E("div", { "data-name": `${kind}s` });
  let drawn: Item[] = [];
  let drawnTexts = "";

  const focus = (section: Item, button: string): void => {
    const row = body.querySelectorAll<HTMLElement>(`[data-${kind}]`)[all().indexOf(section)];
    row?.querySelector<HTMLElement>(`[data-name="${button}"]`)?.focus();
  };
  const remove = (section: Item): void => {
    sections.remove(section);
    focus(section, "undo");
  };
  const undo = (section: Item): void => {
    sections.restore(section);
    focus(section, "remove");
  };
  /** The section whose row is dragged. */
  let dragged: Item | undefined;
  const letDrag = (row: HTMLElement, section: Item): void => {
    row.draggable = true;
    row.addEventListener("dragstart", () => (dragged = section));
    row.addEventListener("dragover", (event) => dragged && event.preventDefault());
    row.addEventListener("drop", (event) => {
      event.preventDefault();
      if (dragged !== undefined) {
        sections.move(dragged, all().indexOf(section) - all().indexOf(dragged));
      }
    });
    row.addEventListener("dragend", () => (dragged = undefined));
    row.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (by !== undefined && (event.target as HTMLElement).dataset["name"] === "move") {
        event.preventDefault();
        sections.move(section, by);
        focus(section, "move");
      }
    });
  };
  const actions = (section: Item): Node => {
    // LuCI's own translation of a title goes before ours: only the title itself is surely part of the button's name.
    const label = fill(task.label, { [kind]: section.name });
    const button = (name: string, title: string, click: () => unknown): (Node | string)[] => [
      E(
        "button",
        {
          class: `btn cbi-button cbi-button-${name}`,
          "data-name": name,
          "aria-label": `${title}: ${label}`,
          click,
        },
        [title],
      ),
      " ",
    ];
    const { copy } = task;
    const buttons = isGone(section)
      ? button("undo", _("Undo"), () => undo(section))
      : [
          ...button("edit", _("Edit"), () => task.edit(section)),
          ...(copy === undefined ? [] : button("neutral", _("Duplicate"), () => copy(section))),
          ...button("remove", _("Delete"), () => remove(section)),
        ];
    return E("td", { class: "td cbi-section-table-cell nowrap cbi-section-actions" }, [E("div", {}, buttons)]);
  };
  /** The handle that moves a row; its name tells the place, which changes under the keys. */
  const handle = (section: Item): (Node | string)[] => {
    if (!mayWrite || task.isOrdered !== true || all().length < 2 || isGone(section)) {
      return [];
    }
    const place = { section: fill(task.label, { [kind]: section.name }), place: String(all().indexOf(section) + 1) };
    const attributes = {
      ...{ class: "btn cbi-button drag-handle", "data-name": "move", title: _("Drag, or press the arrow keys") },
      "aria-label": fill(_("Move: %{section}, now at place %{place}. Press the arrow keys."), place),
    };
    // Not every browser drags what is below a button.
    return [E("span", { role: "button", tabindex: "0", ...attributes }, ["☰"]), " "];
  };
  const stateOf = (section: Item): string => (isGone(section) ? _("Is deleted when you save.") : task.state(section));
  const row = (section: Item): Node => {
    const classes = `tr cbi-section-table-row${isGone(section) ? " sso-login-gone" : ""}`;
    const made = E("tr", { class: classes, [`data-${kind}`]: section.name }, [
      cell(columns[0] ?? "", [...handle(section), E("strong", {}, [section.name])]),
      ...task.cells(section).map((text, at) => cell(columns[at + 1] ?? "", [text])),
      cell(columns[columns.length - 1] ?? "", [stateOf(section)], "reach"),
      ...(mayWrite ? [actions(section)] : []),
    ]);
    if (mayWrite && task.isOrdered === true) {
      letDrag(made, section);
    }
    return made;
  };
  const drawStates = (): void =>
    body.querySelectorAll<HTMLElement>('[data-name="reach"]').forEach((place, at) => {
      const section = drawn[at];
      dom.content(place, section === undefined ? [] : [stateOf(section)]);
    });
  const draw = (): void => {
    const texts = JSON.stringify(all().map((one) => [isGone(one), ...task.cells(one)]));
    const isSame = all().length === drawn.length && all().every((one, at) => one === drawn[at]);
    if (isSame && texts === drawnTexts) {
      drawStates();
      return;
    }
    [drawn, drawnTexts] = [all(), texts];
    const heads = columns.map((title) => E("th", { class: "th cbi-section-table-cell" }, [title]));
    const last = E("th", { class: "th cbi-section-table-cell" }, [
      E("span", { class: "sso-login-hidden" }, [_("Actions")]),
    ]);
    const rows = all().map(row);
    const none = E("tr", { class: "tr placeholder" }, [E("td", { class: "td" }, [task.none ?? ""])]);
    const table = E("table", { class: "table cbi-section-table" }, [
      E("tr", { class: "tr cbi-section-table-titles" }, [...heads, ...(mayWrite ? [last] : [])]),
      ...(rows.length > 0 ? rows : [none]),
    ]);
    dom.content(body, rows.length === 0 && task.none === undefined ? [] : [table]);
  };
  draw();
  return { node: body, draw, focus };
}
