/** A list of named sections, roles or further providers. Its rows are edited in a dialog; a deleted one goes when the page is saved. */
import { fill } from "../../sso_login/base/log_texts";
import { tellChange } from "./change_event";

/** A section on the page; one that is saved remembers under which name. */
interface Item {
  name: string;
  savedName?: string;
}

export interface ListTask<Section extends Item> {
  kind: "role" | "provider";
  saved: Section[];
  /** Sections of a draft, in the place of the saved ones. */
  restored: Section[] | undefined;
  mayWrite: boolean;
  /** Titles of the columns: first the name, then `cells`, last `state`. */
  columns: string[];
  cells: (section: Section) => string[];
  state: (section: Section) => string;
  /** The problem of a section among others of these names. */
  problemOf: (section: Section, others: string[]) => string | undefined;
  /** The text of an empty list, which is not shown without one. */
  none?: string;
  /** A section by its name. */
  label: string;
  edit: (section: Section) => unknown;
  copy?: (section: Section) => unknown;
  /** Called when a section was deleted, or restored. */
  changed?: (section: Section) => void;
}

export interface SectionList<Section> {
  node: HTMLElement;
  /** The sections that are not deleted. */
  sections: () => Section[];
  /** Their names, without that of one of them. */
  names(but?: Section): string[];
  problemOf(section: Section): string | undefined;
  /** Puts a section in the place of a known one, or at the end, and the focus there. */
  put(section: Section, known: Section | undefined): void;
  /** Changes all. */
  change(changed: (section: Section) => Section): void;
  /** Updates the last column alone: drawing rows anew would lose the focus, and a click that has begun. */
  restate(): void;
}

/** A table's cell; themes show the title beside it on a phone. */
function cell(title: string, children: (Node | string)[], name: string | null = null): HTMLElement {
  return E("td", { class: "td cbi-value-field", "data-title": title, "data-name": name }, children);
}

export function sectionList<Section extends Item>(task: ListTask<Section>): SectionList<Section> {
  const { kind, saved, mayWrite, columns } = task;
  let sections = task.restored ?? saved;
  /** Deleted sections, which go when the page is saved, and can be restored until then; in a draft they are missing. */
  let gone = saved.filter(({ name }) => !sections.some(({ savedName }) => savedName === name));
  const body = E("div", { "data-name": `${kind}s` });

  const kept = (): Section[] => sections.filter((one) => !gone.includes(one));
  const shown = (): Section[] => [...sections, ...gone.filter((one) => !sections.includes(one))];
  const names = (but?: Section): string[] =>
    kept()
      .filter((other) => other !== but)
      .map(({ name }) => name);
  const problemOf = (section: Section): string | undefined => task.problemOf(section, names(section));

  /** Gives the focus to a button of a row, after the rows were drawn anew. */
  const focus = (section: Section, button: string): void => {
    const rows = [...body.querySelectorAll<HTMLElement>(`[data-${kind}]`)];
    const drawn = rows[shown().indexOf(section)];
    drawn?.querySelector<HTMLElement>(`[data-name="${button}"]`)?.focus();
  };
  const remove = (section: Section): void => {
    gone = [...gone, section];
    draw();
    task.changed?.(section);
    focus(section, "undo");
  };
  const undo = (section: Section): void => {
    gone = gone.filter((other) => other !== section);
    sections = sections.includes(section) ? sections : [...sections, section];
    draw();
    task.changed?.(section);
    focus(section, "remove");
  };
  const actions = (section: Section): Node => {
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
    const buttons = gone.includes(section)
      ? button("undo", _("Undo"), () => undo(section))
      : [
          ...button("edit", _("Edit"), () => task.edit(section)),
          ...(copy === undefined ? [] : button("neutral", _("Duplicate"), () => copy(section))),
          ...button("remove", _("Delete"), () => remove(section)),
        ];
    return E("td", { class: "td cbi-section-table-cell nowrap cbi-section-actions" }, [E("div", {}, buttons)]);
  };
  const stateOf = (section: Section): string =>
    gone.includes(section) ? _("Is deleted when you save.") : (problemOf(section) ?? task.state(section));
  const row = (section: Section): Node => {
    const classes = `tr cbi-section-table-row${gone.includes(section) ? " sso-login-gone" : ""}`;
    return E("tr", { class: classes, [`data-${kind}`]: section.name }, [
      cell(columns[0] ?? "", [E("strong", {}, [section.name])]),
      ...task.cells(section).map((text, at) => cell(columns[at + 1] ?? "", [text])),
      cell(columns[columns.length - 1] ?? "", [stateOf(section)], "reach"),
      ...(mayWrite ? [actions(section)] : []),
    ]);
  };
  const draw = (): void => {
    const heads = columns.map((title) => E("th", { class: "th cbi-section-table-cell" }, [title]));
    const last = E("th", { class: "th cbi-section-table-cell" }, [
      E("span", { class: "sso-login-hidden" }, [_("Actions")]),
    ]);
    const rows = shown().map(row);
    const none = E("tr", { class: "tr placeholder" }, [E("td", { class: "td" }, [task.none ?? ""])]);
    const table = E("table", { class: "table cbi-section-table" }, [
      E("tr", { class: "tr cbi-section-table-titles" }, [...heads, ...(mayWrite ? [last] : [])]),
      ...(rows.length > 0 ? rows : [none]),
    ]);
    dom.content(body, rows.length === 0 && task.none === undefined ? [] : [table]);
    tellChange();
  };
  draw();
  return {
    node: body,
    sections: kept,
    names,
    problemOf,
    put: (section, known) => {
      sections = sections.some((one) => one === known)
        ? sections.map((one) => (one === known ? section : one))
        : [...sections, section];
      draw();
      focus(section, "edit");
    },
    change: (changed) => {
      sections = sections.map((one) => (gone.includes(one) ? one : changed(one)));
      draw();
    },
    restate: () => {
      const cells = body.querySelectorAll<HTMLElement>('[data-name="reach"]');
      shown().forEach((section, at) => cells[at] && dom.content(cells[at], [stateOf(section)]));
    },
  };
}
