/**
 * The choice of rights in a role's dialog: shortcuts, a line for each page of LuCI's menu with a search, the pages that the role
 * opens, and folded the access groups and patterns.
 */
import type { GroupAnswer, RightsAnswer } from "../../sso_login/entry_points/ubus_answers";
import { fill } from "../../sso_login/base/log_texts";
import { pageTitle } from "../saving/message_text";
import { patternRightToPage, rightToPage, searchWords, withPage } from "./rights_by_page";
import { foldedList, pagesList } from "./preview_panel";
import { givesGroup, leftOut, pagesOf, reachTexts } from "./reach";
import { luci_group } from "../../sso_login/base/public_names";
import { groupTitle, rightOf, shortcuts, withRight, type Right, type Rights } from "./roles";
import { memberProblem } from "../saving/validation";

export interface RightsPicker {
  node: HTMLElement;
  /** Adds the right to look at an access group. */
  add: (entry: string) => void;
  value(): Rights;
}

/** Entries that are no access group of this router: patterns, exclusions, groups of packages that are not installed. */
function otherEntries(groups: GroupAnswer[], rights: Rights): string[] {
  const known = groups.map(({ name }) => name);
  return [...new Set([...rights.read, ...rights.write])].filter((entry) => !known.includes(entry));
}

/** A line with a choice of the right to something; `words` are searched, too. */
function line(entry: string, title: string, right: Right, words: string, change: (right: Right) => void): HTMLElement {
  const choices: [Right, string][] = [
    ["none", "-"],
    ["read", _("may read")],
    ["write", _("may change")],
  ];
  const options = choices.map(([value, label]) => E("option", { value }, [label]));
  const select = E("select", { class: "cbi-input-select", "aria-label": title }, options) as HTMLSelectElement;
  select.value = right;
  select.addEventListener("change", () => change(select.value as Right));
  const name = title === entry ? [] : [" ", E("small", {}, [E("code", {}, [entry])])];
  return E("label", { "data-entry": entry, "data-words": `${title} ${entry} ${words}`.toLowerCase() }, [
    ...[select, " "],
    E("span", {}, [title, ...name]),
  ]);
}

/** Lines of rights, with a field that searches them. */
function searchable(name: string, label: string): { node: Node[]; draw: (lines: HTMLElement[]) => void } {
  // A list that scrolls needs a stop of the Tab key, also where all of its choices are disabled.
  const keys = { tabindex: "0", role: "group", "aria-label": label };
  const list = E("div", { class: "sso-login-groups", "data-name": `${name}-list`, ...keys });
  const search = E("input", {
    ...{ type: "search", class: "cbi-input-text", "data-name": name, placeholder: label, "aria-label": label },
  }) as HTMLInputElement;
  const find = (): void => {
    const wanted = search.value.toLowerCase();
    for (const row of list.querySelectorAll<HTMLElement>("[data-words]")) {
      row.classList.toggle("hidden", !(row.dataset["words"] ?? "").includes(wanted));
    }
  };
  search.addEventListener("input", find);
  const draw = (lines: HTMLElement[]): void => {
    const at = [...list.children].findIndex((row) => row.contains(document.activeElement));
    dom.content(list, lines);
    find();
    list.children[at]?.querySelector("select")?.focus();
  };
  return { node: [search, list], draw };
}

/** The picker over the rights as they are. */
export function rightsPicker(known: RightsAnswer, start: Rights): RightsPicker {
  const { access_groups: groups, pages } = known;
  let rights = start;
  const verdict = E("div", { class: "cbi-value-description", "data-name": "reach", "aria-live": "polite" });
  const opened = E("div", { "data-name": "pages" });
  const byPage = searchable("search", _("Search a page"));
  const byGroup = searchable("search-groups", _("Search an access group"));

  const draw = (): void => {
    byPage.draw(
      pages
        .filter((page) => page.groups.length > 0)
        .map((page) => {
          const fixed = patternRightToPage(rights, page);
          const right = fixed ?? rightToPage(rights, page);
          const row = line(page.path, pageTitle(page.titles), right, searchWords(page), (chosen) =>
            fillIn(withPage(rights, page, chosen, groups)),
          );
          // The pattern itself is changed below, among the access groups.
          row.querySelector("select")?.toggleAttribute("disabled", fixed !== undefined);
          return row;
        }),
    );
    const everything = (entry: string): string => (entry === "*" ? _("Everything on this router") : entry);
    const named = groups.map((group) => ({ entry: group.name, title: groupTitle(group) }));
    named.sort((one, other) => one.title.localeCompare(other.title));
    const others = otherEntries(groups, rights).map((entry) => ({ entry, title: everything(entry) }));
    byGroup.draw(
      [...others, ...named].map(({ entry, title }) =>
        line(entry, title, rightOf(rights, entry), "", (right) => fillIn(withRight(rights, entry, right))),
      ),
    );
    const [sentence = "", ...causes] = reachTexts(known, rights);
    const lines = causes.map((cause) => E("li", {}, [cause]));
    dom.content(verdict, [sentence, ...(lines.length > 0 ? [E("ul", {}, lines)] : [])]);
    const titles = pagesOf(known, rights).map((page) => page.titles);
    const closed = causes.length === 0 && titles.length > 0 ? leftOut(known, rights) : [];
    const count = fill(_("Pages left out (%{count})"), { count: String(closed.length) });
    dom.content(opened, [
      ...(pages.length === 0 ? [] : pagesList(titles, givesGroup(groups, rights, luci_group))),
      ...(closed.length === 0 ? [] : [foldedList("left-out", count, closed)]),
    ]);
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
  draw();
  const add = E("button", { class: "btn cbi-button cbi-button-add", click: addPattern }, [_("Add pattern")]);
  const hint = _("* means any characters; a leading ! takes away what the other lines give.");
  return {
    node: E("div", { "data-name": "rights" }, [
      E("p", {}, buttons),
      ...byPage.node,
      ...[verdict, opened],
      E("details", { class: "sso-login-fold" }, [
        E("summary", {}, [_("Access groups and patterns")]),
        ...byGroup.node,
        E("div", { class: "sso-login-pattern" }, [pattern, " ", add]),
        E("div", { class: "cbi-value-description" }, [hint]),
      ]),
    ]),
    add: (entry) => fillIn(withRight(rights, entry, "read")),
    value: () => {
      addPattern();
      return rights;
    },
  };
}
