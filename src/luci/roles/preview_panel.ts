/** The panel that shows the roles that a user would get by the settings on the page, saved or not. */
import { fill } from "../../sso_login/base/log_texts";
import type { Preview, Reason } from "../../sso_login/rights/preview_answer";
import { callPreview } from "../saving/calls";
import { first } from "../../sso_login/base/public_names";
import type { EditedSettings } from "../saving/changes";
import { requestArguments } from "../saving/request";
import { accessTexts, inOneLine } from "./reach";
import { pageTitle } from "../saving/message_text";
import { attempt, button, labelled, liveRegion, notice, panel, selectField, table, textField } from "../kit/panels";
import { visibleTexts } from "../kit/visible";

function reasonText({ rule, claim, value }: Reason): string {
  const texts = {
    email: _("by the e-mail address %{value}"),
    group: _("by the group %{value} (claim %{claim})"),
    sub: _("by the user ID %{value}"),
    client: _("by the user ID %{value}"),
  };
  return fill(texts[rule], { value, claim });
}

/** A list; the record of a test login gives an empty one back as an object. */
function listed<Item>(list: Item[]): Item[] {
  return Array.isArray(list) ? list : [];
}

/** The roles of a user as a table, each with its reasons and its access, and the pages of all together. */
export function rolesOfUser(preview: Partial<Preview>): Node[] {
  const { roles = [], because = {}, can = {} } = visibleTexts(preview);
  const rows = roles.map((role) => {
    const { verdict, groups, pages } = can[role] ?? { verdict: "everything", groups: [], pages: [] };
    const access = { verdict, groups: listed(groups), pages: listed(pages) };
    return [role, (because[role] ?? []).map(reasonText).join(", "), inOneLine(accessTexts(access))];
  });
  return [
    table("granted", [_("Role"), _("Why"), _("What it can do")], rows),
    ...(preview.pages === undefined ? [] : pagesList(listed(preview.pages), preview.logs_out === true)),
  ];
}

/** The pages of LuCI as a list, "Log out" last. */
export function pagesList(pages: string[][], logsOut: boolean): Node[] {
  const titles = [...new Set(pages.map(pageTitle)), ...(logsOut ? [_("Log out")] : [])];
  const without = logsOut ? [] : [notice("info", [_('"Log out" is not among the pages: add luci-base.')])];
  const count = fill(_("Pages (%{count})"), { count: String(titles.length) });
  return [foldedList("page-list", count, titles), ...without];
}

/** A list below its title, open where it is short. */
export function foldedList(name: string, title: string, lines: string[], isOpen = lines.length <= 12): Node {
  const items = lines.map((line) => E("li", {}, [line]));
  return E("details", { class: "sso-login-fold", open: isOpen ? "" : null }, [
    E("summary", {}, [title]),
    E("ul", { "data-name": name }, items),
  ]);
}

/** The panel. `collect` gives the settings on the page, or undefined after it has shown their problems; `names` are further providers. */
export function previewPanel(collect: () => EditedSettings | undefined, names: string[]): Node {
  const provider = selectField(
    "preview-provider",
    [first, ...names].map((name) => [name, name] as const),
  );
  const email = textField("preview-email");
  const groups = textField("preview-groups");
  const sub = textField("preview-sub");
  const result = liveRegion("preview-result");
  const show = async (): Promise<void> => {
    dom.content(result, []);
    const edited = collect();
    if (edited !== undefined) {
      const typed = groups.value.split(",").map((name) => name.trim());
      const user = [email.value.trim(), typed.filter((name) => name !== ""), sub.value.trim()];
      const preview = await callPreview(...requestArguments(edited, provider.value), ...user);
      const nothing = notice("info", [_("No role fits: this user would be refused.")]);
      dom.content(result, preview.roles.length > 0 ? rolesOfUser(preview) : [nothing]);
    }
  };
  const failed = _("This could not be found out:");
  const about = _("By the roles as this page shows them, saved or not. Groups are separated by commas.");
  return panel("preview-panel", _("What would somebody get?"), about, [
    E("div", { class: "sso-login-add" }, [
      ...(names.length > 0 ? [labelled(_("Provider"), provider)] : []),
      labelled(_("E-mail address"), email),
      labelled(_("Groups"), groups),
      labelled(_("User ID (sub)"), sub),
      button("preview", _("Show"), () => attempt(result, show, failed)),
    ]),
    result,
  ]);
}
