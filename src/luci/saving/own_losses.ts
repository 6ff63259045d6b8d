/** The rights that a save takes from the user who saves, and the other users whose live sessions it changes. No DOM in here. */
import { fill } from "../../sso_login/base/log_texts";
import { kinds, permits, summarize, type Permission, type PermissionLists } from "../../sso_login/rights/permissions";
import type { RoleAnswer, SettingsAnswer } from "../../sso_login/answers/ubus_answers";
import type { EditedRole } from "./changes";
import { fnmatch } from "../kit/patterns";
import { placesOf } from "./providers";

function membersOf(role: RoleAnswer): string[] {
  return [...role.email, ...role.group, ...role.sub, ...placesOf(role)];
}

/** The reason for which the session of a user with a role ends when the role changes; undefined where it does not. */
function endOf(role: RoleAnswer, edited: EditedRole | undefined): string | undefined {
  if (edited === undefined) {
    return fill(_("Role %{role}, by which you are logged in, is deleted: your session ends."), { role: role.name });
  }
  if (edited.name !== role.name) {
    const names = { role: role.name, name: edited.name };
    return fill(_("Role %{role}, by which you are logged in, becomes %{name}: your session ends."), names);
  }
  const kept = membersOf(edited);
  const gone = membersOf(role).filter((member) => !kept.includes(member));
  const words = _(
    "Role %{role}, by which you are logged in, loses %{members}: where you had it by that, your session ends.",
  );
  return gone.length === 0 ? undefined : fill(words, { role: role.name, members: summarize(gone) });
}

const gives = (roles: PermissionLists[], kind: Permission, name: string): boolean =>
  roles.some((role) => permits({ fnmatch }, role, kind, name));

/** The saved roles of these names, and what becomes of each. */
function rolesOf(saved: SettingsAnswer, edited: EditedRole[], names: string[]): [RoleAnswer[], EditedRole[]] {
  const before = saved.roles.filter(({ name }) => names.includes(name));
  return [before, before.flatMap(({ name }) => edited.find(({ savedName }) => savedName === name) ?? [])];
}

/** A sentence that names the other users whose live sessions have other rights after the save; none where there are none. */
export function othersChanges(saved: SettingsAnswer, edited: EditedRole[]): string[] {
  const changed = saved.sessions.filter(({ own, role }) => {
    const [before, after] = rolesOf(saved, edited, role.split(","));
    const differs = saved.access_groups.some(({ name }) =>
      kinds.some((kind) => gives(before, kind, name) !== gives(after, kind, name)),
    );
    return !own && (differs || after.some(({ name, savedName }) => name !== savedName));
  });
  const users = [...new Set(changed.map(({ who }) => who))];
  return users.length > 0
    ? [fill(_("The live sessions of these users get other rights, or end: %{users}."), { users: summarize(users) })]
    : [];
}

/** A sentence for each loss of a user who is logged in by the saved roles `own`. */
export function ownLosses(saved: SettingsAnswer, edited: EditedRole[], own: string[]): string[] {
  const before = saved.roles.filter(({ name }) => own.includes(name));
  const after = before.map(({ name }) => edited.find(({ savedName }) => savedName === name));
  const ends = before.flatMap((role, at) => endOf(role, after[at]) ?? []);
  const rest = after.flatMap((role) => role ?? []);
  const lost = (kind: Permission): string[] =>
    saved.access_groups.map(({ name }) => name).filter((name) => gives(before, kind, name) && !gives(rest, kind, name));
  const [read, write] = [lost("read"), lost("write")];
  // Without the right to look there is no right to change either.
  const changed = write.filter((name) => !read.includes(name));
  return [
    ...ends,
    ...(read.length > 0 ? [fill(_("You lose the access groups %{groups}."), { groups: summarize(read) })] : []),
    ...(changed.length > 0
      ? [fill(_("You can then look and no longer change: %{groups}."), { groups: summarize(changed) })]
      : []),
  ];
}
