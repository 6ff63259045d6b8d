/** Rights of a role by the pages of LuCI's menu. No DOM in here. */
import type { GroupAnswer, PageAnswer } from "../../sso_login/answers/ubus_answers";
import { luci_group } from "../../sso_login/base/public_names";
import type { PermissionLists } from "../../sso_login/rights/permissions";
import { permittedRight } from "./reach";
import { rightOf, withRight, type Right } from "./roles";

/** Other words by which people look for a page. */
export function searchWords({ path }: PageAnswer): string {
  const words: { [path: string]: string | undefined } = {
    "admin/network/wireless": _("Wi-Fi WLAN radio wireless password restart"),
    "admin/network/network": _("LAN WAN IP address Internet"),
    "admin/network/dhcp": _("IP address lease device host name"),
    "admin/network/firewall": _("security rules zones open port forwarding NAT"),
    "admin/system/reboot": _("restart switch off and on"),
    "admin/system/flash": _("backup firmware update upgrade reset"),
    "admin/system/admin": _("password SSH key"),
    "admin/status/overview": _("start page devices who is connected"),
  };
  return words[path] ?? "";
}

/** The pages that need a right, those of one title as one: it opens all of them. */
export function oncePerTitle(pages: PageAnswer[]): PageAnswer[] {
  const found = new Map<string, PageAnswer>();
  for (const page of pages.filter(({ groups }) => groups.length > 0)) {
    const title = page.titles.join("\n");
    const known = found.get(title);
    found.set(title, known ? { ...known, groups: [...new Set([...known.groups, ...page.groups])] } : page);
  }
  return [...found.values()];
}

/** Rights from the least on. */
const order: Right[] = ["none", "read", "write"];

function leastOf(each: Right[]): Right {
  return order[Math.min(...each.map((right) => order.indexOf(right)))] ?? "none";
}

/** The right of a role to a page by the names of groups. */
export function rightToPage(rights: PermissionLists, { groups }: PageAnswer): Right {
  return leastOf(groups.map((group) => rightOf(rights, group)));
}

/** The right of a role to a page by its patterns, such as `*`, where that is more than `rightToPage`. */
export function patternRightToPage(rights: PermissionLists, page: PageAnswer): Right | undefined {
  const given = leastOf(page.groups.map((group) => permittedRight(rights, group)));
  return order.indexOf(given) > order.indexOf(rightToPage(rights, page)) ? given : undefined;
}

/**
 * The rights with another one to a page. A page also needs LuCI's own group in `read`, which brings "Log out". That group in `write` is
 * full control: it is added only where a group of the page is full control, too; the page of a lesser one, as the restart, saves nothing.
 */
export function withPage(
  rights: PermissionLists,
  { groups }: PageAnswer,
  right: Right,
  known: GroupAnswer[],
): PermissionLists {
  const changed = groups.reduce((before, group) => withRight(before, group, right), rights);
  const own = rightOf(changed, luci_group);
  if (right === "none" || own === "write") {
    return changed;
  }
  const isFull = known.some(({ name, write }) => groups.includes(name) && write === "everything");
  return withRight(changed, luci_group, right === "write" && isFull ? "write" : "read");
}
