/** The rights of roles. */
import { fill } from "../../sso_login/base/log_texts";
import {
  causes_of,
  kinds,
  page_message,
  permits,
  public_group,
  role_access,
  summarize,
  type PermissionLists,
  type RoleAccess,
} from "../../sso_login/rights/permissions";
import type { GroupAnswer, PageAnswer, RightsAnswer } from "../../sso_login/answers/ubus_answers";
import { messageText, pageTitle } from "../saving/message_text";
import { fnmatch } from "../kit/patterns";

/** The group that everybody has, and the group of this page, which shows the settings and the addresses of users. */
const notForLooking = [public_group, "luci-app-sso-login"];

/** The access groups that allow only to look, without those two. */
export function lookingGroups(groups: GroupAnswer[]): string[] {
  return groups.filter(({ name, read }) => read === "look" && !notForLooking.includes(name)).map(({ name }) => name);
}

/** The access groups that a role with these lists gives, and those that they give in turn. */
function grantedBy(groups: GroupAnswer[], lists: PermissionLists): string[] {
  return groups
    .filter((group) => kinds.some((kind) => group[kind] !== undefined && permits({ fnmatch }, lists, kind, group.name)))
    .flatMap(({ name, gives = [] }) => [name, ...gives]);
}

/** The right to an access group that these lists give, by name or by a pattern. */
export function permittedRight(lists: PermissionLists, group: string): "none" | "read" | "write" {
  const kind = (["write", "read"] as const).find((one) => permits({ fnmatch }, lists, one, group));
  return kind ?? "none";
}

/** The entry by which a role with these lists may not read an access group, whatever else they have; undefined without one. */
export function exclusionOf({ read }: PermissionLists, group: string): string | undefined {
  return read.find((entry) => !permits({ fnmatch }, { read: ["*", entry], write: [] }, "read", group));
}

export function givesGroup(groups: GroupAnswer[], lists: PermissionLists, group: string): boolean {
  return grantedBy(groups, lists).includes(group);
}

export function pagesOf({ access_groups, pages }: RightsAnswer, lists: PermissionLists): PageAnswer[] {
  const granted = grantedBy(access_groups, lists);
  return pages.filter(({ groups }) => groups.every((group) => granted.includes(group)));
}

/** Whether a role with these lists opens a page of LuCI, as far as the pages are known. */
export function opensPage({ access_groups, pages }: RightsAnswer, lists: PermissionLists): boolean {
  return pages.length === 0 || pagesOf({ access_groups, pages }, lists).length > 0;
}

/** A sentence on an access, and what is above looking, worst first, of more than five the number of the others. */
export function accessTexts(access: RoleAccess): string[] {
  const everything = _("Full control: this role can change the router's configuration or read any file.");
  const verdict = messageText({ id: `can_${access.verdict}` });
  return [
    access.verdict === "everything" ? everything : fill(_("This role %{verdict}."), { verdict }),
    ...causes_of(access).map((cause) => messageText(cause) ?? ""),
  ];
}

/** A sentence for each file that may give a role with these lists more than is known. */
function unknownTexts(groups: GroupAnswer[], lists: PermissionLists): string[] {
  const granted = groups.filter(({ name }) => kinds.some((kind) => permits({ fnmatch }, lists, kind, name)));
  const files = [...new Set(granted.flatMap(({ unknown_in: names = [] }) => names))];
  return files.map((file) =>
    fill(_("The file %{file} of access groups cannot be read, and rpcd may read more in it."), { file }),
  );
}

/** The sentences of `accessTexts` on a role with these lists, and those on files that may give it more. */
export function reachTexts({ access_groups, pages }: RightsAnswer, lists: PermissionLists): string[] {
  return lists.read.length + lists.write.length === 0
    ? [_("This role has no rights.")]
    : [...accessTexts(role_access({ fnmatch }, access_groups, pages, lists)), ...unknownTexts(access_groups, lists)];
}

export function inOneLine([sentence = "", ...causes]: string[]): string {
  return `${sentence} ${causes.join(", ")}`.trim();
}

/** The sentences of `reachTexts` in one line; for a role that can only look, its pages. */
export function reachLine(offered: RightsAnswer, lists: PermissionLists): string {
  const texts = reachTexts(offered, lists);
  const pages = pagesOf(offered, lists).filter(({ groups }) => groups.length > 0);
  const titles = [...new Set(pages.map((page) => pageTitle(page.titles)))];
  return texts.length > 1 || titles.length === 0
    ? inOneLine(texts)
    : fill(_("This role can look at %{pages}, and no more."), { pages: summarize(titles) });
}

/** The pages that a role does not open because more than looking would come with them, worst first, each with what that is. */
export function leftOut(offered: RightsAnswer, lists: PermissionLists): string[] {
  const opened = pagesOf(offered, lists);
  const closed = offered.pages.filter((page) => !opened.includes(page));
  const groups = offered.access_groups.filter(({ name }) => closed.some((page) => page.groups.includes(name)));
  // As a role that opens these pages with the least: by reading, and by writing only where reading gives nothing.
  const write = groups.filter(({ read }) => read === undefined).map(({ name }) => name);
  const { pages } = role_access({ fnmatch }, groups, closed, { read: ["*"], write });
  return [...new Set(pages.map((page) => messageText(page_message(page)) ?? ""))];
}

/** The words on the buttons that give the right to look, with the number of the pages that they leave out, once it is known. */
export function lookTitle(offered?: RightsAnswer): string {
  const looking = { read: lookingGroups(offered?.access_groups ?? []), write: [] };
  const count = offered === undefined ? 0 : leftOut(offered, looking).length;
  return count === 0
    ? _("Look at everything")
    : fill(_("Look at everything (pages left out: %{count})"), { count: String(count) });
}
