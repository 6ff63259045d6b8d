/** What the page says of the rights of roles. */
import { fill } from "../sso_login/base/texts";
import {
  kinds,
  permits,
  summarize,
  public_group,
  role_access,
  type PermissionLists,
} from "../sso_login/rights/permissions";
import type { AccessGroup, SavedSettings } from "./changes";
import { fnmatch } from "./patterns";
import { partText } from "./parts";

/** The one that everybody has, and that of this page, which shows an administrator's work and everybody's address. */
const notForLooking = [public_group, "luci-app-sso-login"];

/** The access groups that allow only to look, without those two. */
export function lookingGroups(groups: AccessGroup[]): string[] {
  return groups.filter(({ name, read }) => read === "look" && !notForLooking.includes(name)).map(({ name }) => name);
}

/** Whether a role with these lists opens a page of LuCI, as far as the pages are known. */
export function opensPage(
  { access_groups, pages }: Pick<SavedSettings, "access_groups" | "pages">,
  lists: PermissionLists,
): boolean {
  const granted = access_groups
    .filter((group) => kinds.some((kind) => group[kind] !== undefined && permits({ fnmatch }, lists, kind, group.name)))
    .map(({ name }) => name);
  return pages.length === 0 || pages.some((page) => page.every((group) => granted.includes(group)));
}

/** A sentence on what a role with these lists can do, and by which groups. */
export function reachText(groups: AccessGroup[], lists: PermissionLists): string {
  if (lists.read.length + lists.write.length === 0) {
    return _("This role has no rights.");
  }
  const reach = role_access({ fnmatch }, groups, lists);
  const what = partText({ id: `can_${reach.verdict}` });
  return reach.groups.length === 0
    ? fill(_("This role %{verdict}."), { verdict: what })
    : fill(_("This role %{verdict}, by the access groups %{groups}."), {
        verdict: what,
        groups: summarize(reach.groups),
      });
}
