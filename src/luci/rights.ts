/** What the page says of the rights of roles. */
import { fill } from "../sso_login/base/texts";
import { few, public_group, reach_of, type Lists } from "../sso_login/session/lists";
import type { AccessGroup } from "./changes";
import { fnmatch } from "./patterns";
import { partText } from "./report";

/** The one that everybody has, and that of this page, which shows an administrator's work and everybody's address. */
const notForLooking = [public_group, "luci-app-sso-login"];

/** The groups with which somebody can look and do nothing else, but those. */
export function lookingGroups(groups: AccessGroup[]): string[] {
  return groups.filter(({ name, read }) => read === "look" && !notForLooking.includes(name)).map(({ name }) => name);
}

/** A sentence on what a role with these lists can do, and by which groups. */
export function reachText(groups: AccessGroup[], lists: Lists): string {
  if (lists.read.length + lists.write.length === 0) {
    return _("This role has no rights.");
  }
  const reach = reach_of({ fnmatch }, groups, lists);
  const what = partText({ id: `can_${reach.verdict}` });
  return reach.groups.length === 0
    ? fill(_("This role %{verdict}."), { verdict: what })
    : fill(_("This role %{verdict}, by the access groups %{groups}."), { verdict: what, groups: few(reach.groups) });
}
