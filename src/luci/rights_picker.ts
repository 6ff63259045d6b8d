/** The choice of access groups in a role's dialog: shortcuts, a search, a line for each group, and patterns. */
import type { GroupAnswer } from "../sso_login/program/answers";
import { reachText } from "./rights";
import { groupTitle, rightOf, shortcuts, withRight, type Right, type Rights } from "./roles";
import { memberProblem } from "./validation";

export interface RightsPicker {
  node: HTMLElement;
  value(): Rights;
}

/** Entries that are no access group of this router: patterns, exclusions, groups of packages that are not installed. */
function otherEntries(groups: GroupAnswer[], rights: Rights): string[] {
  const known = groups.map(({ name }) => name);
  return [...new Set([...rights.read, ...rights.write])].filter((entry) => !known.includes(entry));
}

/** The picker over the rights as they are. */
export function rightsPicker(groups: GroupAnswer[], start: Rights): RightsPicker {
  let rights = start;
  const verdict = E("div", { class: "cbi-value-description", "data-name": "reach", "aria-live": "polite" });
  const list = E("div", { class: "sso-login-groups" });
  const search = E("input", {
    type: "search",
    class: "cbi-input-text",
    placeholder: _("Search"),
    "aria-label": _("Search"),
    "data-name": "search",
  });

  const showReach = (): void => {
    dom.content(verdict, [reachText(groups, rights)]);
  };
  const line = (entry: string, title: string): HTMLElement => {
    const words: [Right, string][] = [
      ["none", "-"],
      ["read", _("may read")],
      ["write", _("may change")],
    ];
    const choices = words.map(([value, label]) => E("option", { value }, [label]));
    const select = E("select", { class: "cbi-input-select", "aria-label": title }, choices) as HTMLSelectElement;
    select.value = rightOf(rights, entry);
    select.addEventListener("change", () => {
      rights = withRight(rights, entry, select.value as Right);
      showReach();
    });
    const name = title === entry ? [] : [" ", E("small", {}, [E("code", {}, [entry])])];
    return E("label", { "data-entry": entry }, [select, " ", E("span", {}, [title, ...name])]);
  };
  const find = (): void => {
    const wanted = (search as HTMLInputElement).value.toLowerCase();
    for (const row of list.children as Iterable<Element> & HTMLCollection) {
      row.classList.toggle("hidden", !(row.textContent ?? "").toLowerCase().includes(wanted));
    }
  };
  const draw = (): void => {
    const everything = (entry: string): string => (entry === "*" ? _("Everything on this router") : entry);
    const known = groups.map((group) => ({ entry: group.name, title: groupTitle(group) }));
    known.sort((one, other) => one.title.localeCompare(other.title));
    const others = otherEntries(groups, rights).map((entry) => ({ entry, title: everything(entry) }));
    dom.content(
      list,
      [...others, ...known].map(({ entry, title }) => line(entry, title)),
    );
    find();
    showReach();
  };
  const fillIn = (filled: Rights): void => {
    rights = filled;
    draw();
  };

  const buttons = shortcuts(groups).flatMap(({ id, title, rights: filled }): (Node | string)[] => [
    E("button", { class: "btn cbi-button", "data-name": id, click: () => fillIn(filled) }, [title]),
    " ",
  ]);
  const pattern = E("input", {
    ...{ type: "text", class: "cbi-input-text", placeholder: "!luci-app-*", "aria-label": _("Pattern") },
  }) as HTMLInputElement;
  const addPattern = (): void => {
    const entry = pattern.value.trim();
    if (entry !== "" && memberProblem(entry) === undefined) {
      pattern.value = "";
      fillIn(withRight(rights, entry, "read"));
    }
  };
  search.addEventListener("input", find);
  draw();
  const add = E("button", { class: "btn cbi-button cbi-button-add", click: addPattern }, [_("Add pattern")]);
  const hint = _("* means any characters; a leading ! takes away what the other lines give.");
  return {
    node: E("div", { "data-name": "rights" }, [
      E("p", {}, buttons),
      search,
      list,
      E("div", { class: "sso-login-pattern" }, [pattern, " ", add]),
      E("div", { class: "cbi-value-description" }, [hint]),
      verdict,
    ]),
    value: () => {
      addPattern();
      return rights;
    },
  };
}
