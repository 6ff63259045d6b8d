/** The choice of rights in a role's dialog: shortcuts, what they open, and folded lines for pages, access groups and patterns. */
import type { RightsAnswer } from "../../sso_login/answers/ubus_answers";
import type { PermissionLists } from "../../sso_login/rights/permissions";
import { fill } from "../../sso_login/base/log_texts";
import { pageTitle } from "../saving/message_text";
import { oncePerTitle, patternRightToPage, rightToPage, searchWords, withPage } from "./rights_by_page";
import { button, selectField, small, textField } from "../kit/panels";
import { foldedList, pagesList } from "./preview_panel";
import { givesGroup, leftOut, pagesOf, reachTexts } from "./reach";
import { luci_group } from "../../sso_login/base/public_names";
import { groupTitle, isExclusion, rightOf, shortcuts, withEntry, withRight, type Right } from "./roles";
import { memberProblem } from "../saving/validation";

export interface RightsPicker {
  node: HTMLElement;
  add: (entry: string) => void;
  /** Adds the pattern that is typed and not added yet, and gives the rights. */
  addTyped(): PermissionLists;
}

/** A page, an access group or a pattern, with the right to it; `code` is its name in small letters, `words` are searched, too. */
interface Entry {
  entry: string;
  title: string;
  right: Right;
  code?: string;
  words?: string;
}

function line({ entry, title, right, code, words = "" }: Entry, change: (right: Right) => void): HTMLElement {
  const given: [Right, string][] = [
    ["read", _("may read")],
    ["write", _("may change")],
  ];
  // Whichever list has it, it takes away.
  const taken: [Right, string][] = [[right, _("takes away")]];
  const select = selectField("right", [["none", "-"], ...(isExclusion(entry) ? taken : given)]);
  select.setAttribute("aria-label", title);
  select.value = right;
  select.addEventListener("change", () => change(select.value as Right));
  const attributes = { "data-entry": entry, "data-words": `${title} ${entry} ${words}`.toLowerCase(), title: entry };
  return E("label", attributes, [select, " ", E("span", {}, [title, ...small(code)])]);
}

/** A folded list of rights, with a field that searches it. */
function searchable(
  name: string,
  title: (Node | string)[],
  label: string,
  more: Node[] = [],
): { node: Node; draw: (lines: HTMLElement[]) => void } {
  const list = E("div", { class: "sso-login-groups", "data-name": `${name}-list` });
  const search = E("input", {
    type: "search",
    class: "cbi-input-text",
    "data-name": name,
    placeholder: label,
    "aria-label": label,
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
  return { node: E("details", { class: "sso-login-fold" }, [E("summary", {}, title), search, list, ...more]), draw };
}

export function rightsPicker(offered: RightsAnswer, start: PermissionLists): RightsPicker {
  const { access_groups: groups, pages } = offered;
  let rights = start;
  const verdict = E("div", { class: "cbi-value-description", "data-name": "reach", "aria-live": "polite" });
  const opened = E("div", { "data-name": "pages" });
  const byPage = searchable("search", [_("Choose page by page")], _("Search a page"));
  const pattern = textField("pattern");
  pattern.placeholder = "!luci-app-*";
  pattern.setAttribute("aria-label", _("Names with * (pattern)"));
  const hint = _("* means any characters; a leading ! takes away what the other lines give.");
  const add = button("add-pattern", _("Add pattern"), () => addPattern());
  const byGroup = searchable(
    "search-groups",
    [_("By technical names"), ...small(_("names of access groups, patterns"))],
    _("Search an access group"),
    [
      E("div", { class: "sso-login-pattern" }, [pattern, " ", add]),
      E("div", { class: "cbi-value-description" }, [hint]),
    ],
  );

  const draw = (): void => {
    byPage.draw(
      oncePerTitle(pages).map((page) => {
        const fixed = patternRightToPage(rights, page);
        const [entry, right] = [page.path, fixed ?? rightToPage(rights, page)];
        const row = line({ entry, title: pageTitle(page.titles), right, words: searchWords(page) }, (chosen) =>
          fillIn(withPage(rights, page, chosen, groups)),
        );
        // The pattern itself is changed below, among the technical names.
        row.querySelector("select")?.toggleAttribute("disabled", fixed !== undefined);
        return row;
      }),
    );
    const everything = (entry: string): string => (entry === "*" ? _("Everything on this router") : entry);
    const named = groups.map((group) => ({ entry: group.name, title: groupTitle(group) }));
    named.sort((one, other) => one.title.localeCompare(other.title));
    // Patterns, exclusions, and groups of packages that are not installed.
    const entries = [...new Set([...rights.read, ...rights.write])];
    const unknown = entries.filter((entry) => !groups.some(({ name }) => name === entry));
    const others = unknown.map((entry) => ({ entry, title: everything(entry) }));
    byGroup.draw(
      [...others, ...named].map(({ entry, title }) =>
        line({ entry, title, right: rightOf(rights, entry), code: title === entry ? undefined : entry }, (right) =>
          fillIn(withRight(rights, entry, right)),
        ),
      ),
    );
    const [sentence = "", ...causes] = reachTexts(offered, rights);
    const lines = causes.map((cause) => E("li", {}, [cause]));
    dom.content(verdict, [sentence, ...(lines.length > 0 ? [E("ul", {}, lines)] : [])]);
    const titles = pagesOf(offered, rights).map((page) => page.titles);
    const closed = causes.length === 0 && titles.length > 0 ? leftOut(offered, rights) : [];
    const count = fill(_("Pages left out (%{count})"), { count: String(closed.length) });
    dom.content(opened, [
      ...(pages.length === 0 ? [] : pagesList(titles, givesGroup(groups, rights, luci_group))),
      ...(closed.length === 0 ? [] : [foldedList("left-out", count, closed, true)]),
    ]);
  };
  const fillIn = (filled: PermissionLists): void => {
    rights = filled;
    draw();
  };

  const buttons = shortcuts(offered).flatMap(({ id, title, rights: filled }) => [
    button(id, title, () => fillIn(filled)),
    " ",
  ]);
  const addPattern = (): void => {
    const entry = pattern.value.trim();
    if (entry !== "" && memberProblem(entry) === undefined) {
      pattern.value = "";
      fillIn(withEntry(rights, entry));
    }
  };
  draw();
  return {
    node: E("div", { "data-name": "rights" }, [E("p", {}, buttons), verdict, opened, byPage.node, byGroup.node]),
    add: (entry) => fillIn(withRight(rights, entry, "read")),
    addTyped: () => {
      addPattern();
      return rights;
    },
  };
}
