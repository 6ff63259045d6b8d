/** The rights of roles. */
import { fill } from "../sso_login/base/log_texts";
import {
  kinds,
  permits,
  summarize,
  public_group,
  role_access,
  type PermissionLists,
} from "../sso_login/rights/permissions";
import type { GroupAnswer, PageAnswer, RightsAnswer } from "../sso_login/entry_points/ubus_answers";
import { messageText } from "./message_text";
import { fnmatch } from "./patterns";

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

/** Whether a role with these lists gives an access group. */
export function givesGroup(groups: GroupAnswer[], lists: PermissionLists, group: string): boolean {
  return grantedBy(groups, lists).includes(group);
}

/** The pages of LuCI that a role with these lists opens. */
export function pagesOf({ access_groups, pages }: RightsAnswer, lists: PermissionLists): PageAnswer[] {
  const granted = grantedBy(access_groups, lists);
  return pages.filter(({ groups }) => groups.every((group) => granted.includes(group)));
}

/** Whether a role with these lists opens a page of LuCI, as far as the pages are known. */
export function opensPage({ access_groups, pages }: RightsAnswer, lists: PermissionLists): boolean {
  return pages.length === 0 || pagesOf({ access_groups, pages }, lists).length > 0;
}

/** A sentence on what a role with these lists can do, and by which groups. */
export function reachText(groups: GroupAnswer[], lists: PermissionLists): string {
  if (lists.read.length + lists.write.length === 0) {
    return _("This role has no rights.");
  }
  const reach = role_access({ fnmatch }, groups, lists);
  if (reach.verdict === "everything") {
    const words = _("Full control: this role can change the router's configuration, by the access groups %{groups}.");
    return fill(words, { groups: summarize(reach.groups) });
  }
  const what = messageText({ id: `can_${reach.verdict}` });
  return reach.groups.length === 0
    ? fill(_("This role %{verdict}."), { verdict: what })
    : fill(_("This role %{verdict}, by the access groups %{groups}."), {
        verdict: what,
        groups: summarize(reach.groups),
      });
}
