/** Roles on the page, without the DOM. */
import { fill } from "../../sso_login/base/log_texts";
import { first } from "../../sso_login/base/public_names";
import type { GroupAnswer, RightsAnswer, RoleAnswer } from "../../sso_login/answers/ubus_answers";
import type { Entry } from "../../sso_login/answers/login_history";
import type { PermissionLists } from "../../sso_login/rights/permissions";
import type { ListName } from "../../sso_login/settings/role_sections";
import { providersOf, subjectProvidersOf, type Providers } from "../saving/providers";
import { titleText } from "../saving/message_text";
import { freeName, type EditedRole } from "../saving/changes";
import { lookingGroups, lookTitle } from "./reach";

/** Rights by the words on the buttons that fill them in. */
export function shortcuts(offered: RightsAnswer): { id: string; title: string; rights: PermissionLists }[] {
  return [
    { id: "look", title: lookTitle(offered), rights: { read: lookingGroups(offered.access_groups), write: [] } },
    { id: "all", title: _("Everything"), rights: { read: ["*"], write: ["*"] } },
    { id: "none", title: _("Nothing"), rights: { read: [], write: [] } },
  ];
}

/** The overview with leases, and the neighbours. LuCI shows no stations of the Wi-Fi without its keys. */
const connected = ["luci-base", "luci-mod-status-index", "luci-mod-status-index-dhcp", "luci-mod-status-routes"];

/** New roles by the words on the buttons that add them; rights to groups that the router lacks are left out. */
export function templates(
  groups: GroupAnswer[],
): { id: string; title: string; name: string; rights: PermissionLists }[] {
  const present = (wanted: string[]): string[] => wanted.filter((name) => groups.some((group) => group.name === name));
  const role = (id: string, title: string, name: string, read: string[], write: string[]) => ({
    id,
    title,
    name,
    rights: { read: present(read), write: present(write) },
  });
  return [
    role("empty", _("Add role"), "", [], []),
    role("look", lookTitle(), "viewer", lookingGroups(groups), []),
    role("family", _("Who is connected"), "family", connected, []),
    role("operator", _("Restart the router"), "operator", connected, ["luci-mod-system-reboot"]),
    { id: "admin", title: _("Everything (administrator)"), name: "admins", rights: { read: ["*"], write: ["*"] } },
  ];
}

export function newRole(name: string, rights: PermissionLists, provider = first): EditedRole {
  return {
    name,
    email: [],
    group: [],
    sub: [],
    client: [],
    access: [],
    provider: provider === first ? [] : [provider],
    ...rights,
  };
}

/** The first few members, and how many there are beside. */
function few(members: string[]): string {
  const max = 3;
  const first = members.slice(0, max).join(", ");
  return members.length > max ? `${first} +${members.length - max}` : first;
}

/** The issuers whose subjects a role may list; the first is that of subjects that are added. */
export function subjectIssuers(role: Pick<RoleAnswer, "provider">, providers: Providers): string[] {
  return subjectProvidersOf(role, providers).map((name) => providers.issuerOf(name));
}

/** The first members of a role, and their provider where there are several. */
export function whoText(role: RoleAnswer, providers: Providers): string {
  const { email, group, sub, sub_issuer } = role;
  if (providers.further().length === 0) {
    return few([...email, ...group, ...sub]);
  }
  const ofSubjects = subjectProvidersOf(role, providers).filter((name) => providers.issuerOf(name) === sub_issuer);
  const rules: [string[], string[]][] = [
    [[...email, ...group], providersOf(role)],
    [sub, ofSubjects.length > 0 ? ofSubjects : [_("none")]],
  ];
  return rules
    .filter(([members]) => members.length > 0)
    .map(([members, names]) => {
      const where = { members: few(members), providers: names.join(", ") };
      return fill(_("%{members} at %{providers}"), where);
    })
    .join("; ");
}

/** A new role with the same rights, for other people. */
export function copyOf(role: EditedRole, taken: string[]): EditedRole {
  const copy = newRole(freeName(role.name, taken), { read: [...role.read], write: [...role.write] });
  return { ...copy, provider: [...role.provider] };
}

export interface Member {
  list: "email" | "group" | "sub";
  member: string;
}

/** The members that a refused user could be in a role, exactly as the provider said them. */
export function membersOf({ email, groups = [], sub }: Pick<Entry, "email" | "groups" | "sub">): Member[] {
  const found = { email: [email], group: groups, sub: [sub] };
  return (["email", "group", "sub"] as const).flatMap((list) =>
    found[list].flatMap((member) => (member === undefined ? [] : [{ list, member }])),
  );
}

/**
 * The role with these subjects in the place of its own. Their issuer stays while the role keeps one of its subjects, or may list that
 * issuer's; it is never changed under a subject, which would be another user.
 */
export function withSubjects(role: EditedRole, sub: string[], issuers: string[]): EditedRole {
  const known = role.sub.length > 0 ? role.sub_issuer : undefined;
  const stays = sub.some((one) => role.sub.includes(one)) || issuers.some((issuer) => issuer === known);
  const issuer = (stays ? known : undefined) || issuers[0];
  return { ...role, sub, sub_issuer: sub.length === 0 ? undefined : issuer };
}

/** The role with one more member; undefined where the subjects that it lists are another issuer's. */
export function withMember(role: EditedRole, { list, member }: Member, issuer: string): EditedRole | undefined {
  if (list === "sub" && role.sub.length > 0 && (role.sub_issuer || issuer) !== issuer) {
    return undefined;
  }
  const members = role[list].includes(member) ? role[list] : [...role[list], member];
  return list === "sub" ? withSubjects(role, members, [issuer]) : { ...role, [list]: members };
}

export function groupTitle({ name, description }: GroupAnswer): string {
  return description === "" ? name : titleText(description);
}

export function listTitle(list: ListName): string {
  const titles = {
    email: _("E-mail addresses"),
    group: _("Groups"),
    sub: _("User IDs"),
    client: _("Clients"),
    access: _("Access"),
    provider: _("Providers"),
    read: _("May read"),
    write: _("May change"),
  };
  return titles[list];
}

export const isExclusion = (entry: string): boolean => entry.startsWith("!");

export type Right = "none" | "read" | "write";

export function rightOf(rights: PermissionLists, entry: string): Right {
  return rights.write.includes(entry) ? "write" : rights.read.includes(entry) ? "read" : "none";
}

/**
 * The rights with another one for an entry that gives, or without an entry. The right to change includes the right to look; the exclusions from
 * looking exclude from changing, too, once an entry gives that.
 */
export function withRight(rights: PermissionLists, entry: string, right: Right): PermissionLists {
  const exclusions = right === "write" && rights.write.length === 0 ? rights.read.filter(isExclusion) : [];
  const without = (list: string[]): string[] => list.filter((member) => member !== entry);
  return {
    read: right === "read" ? [...without(rights.read), entry] : without(rights.read),
    write: right === "write" ? [...without(rights.write), ...exclusions, entry] : without(rights.write),
  };
}

/**
 * The rights with an entry that is typed: it gives the right to look, unless it gives the right to change already. An exclusion takes away
 * from both lists; an empty `write` has nothing to take away.
 */
export function withEntry(rights: PermissionLists, entry: string): PermissionLists {
  const added = (list: string[]): string[] => (list.includes(entry) ? list : [...list, entry]);
  if (isExclusion(entry)) {
    return { read: added(rights.read), write: rights.write.length === 0 ? [] : added(rights.write) };
  }
  return rightOf(rights, entry) === "write" ? rights : withRight(rights, entry, "read");
}
