/** What the page does with roles, without the DOM. */
import { fill } from "../sso_login/base/texts";
import { first } from "../sso_login/base/names";
import type { AccessGroup, EditedRole, Role } from "./changes";
import { allNames, placesOf, type Providers } from "./providers";
import { lookingGroups } from "./rights";

/** Lists of rights that are filled in at once; names of access groups, or a pattern. */
export interface Rights {
  read: string[];
  write: string[];
}

/** `wanted`, or with the first number after it that no one has. */
export function freeName(wanted: string, taken: string[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name); number += 1) {
    name = `${wanted}_${number}`;
  }
  return name;
}

/** LuCI's access groups of the pages below Status, with that of all pages. */
function statusGroups(groups: AccessGroup[]): string[] {
  return groups.map(({ name }) => name).filter((name) => name === "luci-base" || name.startsWith("luci-mod-status-"));
}

/** Rights by the words on the buttons that fill them in. */
export function shortcuts(groups: AccessGroup[]): { id: string; title: string; rights: Rights }[] {
  return [
    { id: "look", title: _("Look only"), rights: { read: lookingGroups(groups), write: [] } },
    { id: "status", title: _("Status pages"), rights: { read: statusGroups(groups), write: [] } },
    { id: "all", title: _("Everything"), rights: { read: ["*"], write: ["*"] } },
    { id: "none", title: _("Nothing"), rights: { read: [], write: [] } },
  ];
}

/** The overview with leases and ports: what a family may see (docs/roles.md). */
const familyGroups = [
  "luci-base",
  "luci-mod-status-index",
  "luci-mod-status-index-dhcp",
  "luci-mod-status-index-ports",
];

/** New roles by the words on the buttons that add them: an empty one, and what many a router needs. */
export function templates(groups: AccessGroup[]): { id: string; title: string; name: string; rights: Rights }[] {
  const present = (wanted: string[]): string[] => wanted.filter((name) => groups.some((group) => group.name === name));
  const family = present(familyGroups);
  const operator = {
    read: [...family, ...present(["luci-mod-status-realtime"])],
    write: present(["luci-mod-system-reboot"]),
  };
  return [
    { id: "empty", title: _("Add role"), name: "", rights: { read: [], write: [] } },
    {
      id: "family",
      title: _("Add family (look only)"),
      name: "family",
      rights: { read: family, write: [] },
    },
    { id: "operator", title: _("Add operator (status, restart)"), name: "operator", rights: operator },
  ];
}

/** A new role without users. */
export function newRole(name: string, rights: Rights, provider = first): EditedRole {
  return {
    ...{ name, email: [], group: [], sub: [], client: [], access: [] },
    provider: provider === first ? [] : [provider],
    ...rights,
  };
}

/** Who has a role, and at which provider, where there are several; `few` shortens a list. */
export function whoText(role: Role, providers: Providers, few: (members: string[]) => string): string {
  const { email, group, sub, sub_issuer } = role;
  if (providers.further().length === 0) {
    return few([...email, ...group, ...sub]);
  }
  const possible = role.provider.length > 0 ? role.provider : allNames(providers);
  const ofSub = possible.filter((name) => providers.issuerOf(name) === sub_issuer);
  const rules: [string[], string[]][] = [
    [[...email, ...group], placesOf(role)],
    [sub, ofSub.length > 0 ? ofSub : [_("none")]],
  ];
  return rules
    .filter(([members]) => members.length > 0)
    .map(([members, places]) => {
      const where = { members: few(members), providers: places.join(", ") };
      return fill(_("%{members} at %{providers}"), where);
    })
    .join("; ");
}

/** The same once more, for other people. */
export function copyOf(role: EditedRole, taken: string[]): EditedRole {
  const copy = newRole(freeName(role.name, taken), { read: [...role.read], write: [...role.write] });
  return { ...copy, provider: [...role.provider] };
}

/** The role with one more member; undefined where the subjects that it lists are another issuer's. */
export function withMember(
  role: EditedRole,
  list: "email" | "group" | "sub",
  member: string,
  issuer: string,
): EditedRole | undefined {
  if (list === "sub" && role.sub.length > 0 && role.sub_issuer !== undefined && role.sub_issuer !== issuer) {
    return undefined;
  }
  const members = role[list].includes(member) ? role[list] : [...role[list], member];
  return { ...role, [list]: members, ...(list === "sub" ? { sub_issuer: issuer } : {}) };
}

/** What an access group is called: its description as translated, in English without the words that all begin with. */
export function groupTitle({ name, description }: AccessGroup): string {
  if (description === "") {
    return name;
  }
  // eslint-disable-next-line no-restricted-syntax -- LuCI's own texts, which have their translations from it
  const title = _(description).replace(/^Grant (UCI )?access (to|for) (the )?/i, "");
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** The first few members, and how many there are beside. */
export function summary(members: string[]): string {
  const max = 3;
  const first = members.slice(0, max).join(", ");
  return members.length > max ? `${first} +${members.length - max}` : first;
}

/** What a role's list of rights says of one entry. */
export type Right = "none" | "read" | "write";

export function rightOf(rights: Rights, entry: string): Right {
  if (rights.write.includes(entry)) {
    return "write";
  }
  return rights.read.includes(entry) ? "read" : "none";
}

/** The lists with another right of one entry; who may change may also look. */
export function withRight(rights: Rights, entry: string, right: Right): Rights {
  const without = (list: string[]): string[] => list.filter((member) => member !== entry);
  return {
    read: right === "read" ? [...without(rights.read), entry] : without(rights.read),
    write: right === "write" ? [...without(rights.write), entry] : without(rights.write),
  };
}
