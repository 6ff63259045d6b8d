/** The rights that a save takes from the user who saves, and the other users whose live sessions it changes. No DOM in here. */
import { fill } from "../../sso_login/base/log_texts";
import { allows, matches } from "../../sso_login/rights/role_matching";
import { kinds, permits, summarize, type Permission, type PermissionLists } from "../../sso_login/rights/permissions";
import type { RoleAnswer, SessionAnswer, SettingsAnswer } from "../../sso_login/answers/ubus_answers";
import { first } from "../../sso_login/base/public_names";
import type { EditedRole, EditedSettings, Values } from "./changes";
import { fnmatch } from "../kit/patterns";
import { providersOf, savedIssuer } from "./providers";

/** The kinds of access in words. */
export function accessTitles(): { web: string; api: string } {
  return { web: _("people in a browser"), api: _("programs with a token") };
}

/** A saved role of a session, and what becomes of it; a deleted one has no `after`. */
interface Change {
  before: RoleAnswer;
  after?: EditedRole;
}

/**
 * Grounds that the role loses, and by which the session's user may have had it: members, its provider, its kind of access. None where the role
 * still lists the user as the page knows it.
 */
function lostGrounds(
  now: SettingsAnswer,
  { before, after }: Required<Change>,
  { who, provider, client }: SessionAnswer,
): string[] {
  const kind = client === undefined ? "web" : "api";
  const issuer = savedIssuer(now, provider);
  // `who` is the e-mail, or the subject of a user without one. A session tells neither its groups nor the subject beside an e-mail.
  if (matches(after, { email: who, sub: who, issuer, groups: [], provider, client })) {
    return [];
  }
  const lost = (list: "email" | "group" | "sub" | "client"): string[] =>
    before[list].filter((member) => !after[list].includes(member));
  const subjects = before.sub_issuer === after.sub_issuer ? lost("sub") : before.sub;
  // User IDs count at all providers where the role has no list: a list that stays loses nothing.
  const losesProvider = before.provider.join() !== after.provider.join() && !providersOf(after).includes(provider);
  return [
    ...lost("email").filter((email) => email.toLowerCase() === who.toLowerCase()),
    // It may have been any of these.
    ...lost("group"),
    ...subjects,
    // A role lists a program that comes for itself: then `sub` is its client.
    ...lost("client").filter((one) => one === client && one === who),
    ...(losesProvider ? [provider] : []),
    ...(allows(after, kind) ? [] : [accessTitles()[kind]]),
  ];
}

/** The reason for which a session with a role ends when the role changes; undefined where it does not. */
function endOf(now: SettingsAnswer, { before, after }: Change, session: SessionAnswer): string | undefined {
  if (after === undefined) {
    return fill(_("Role %{role}, by which you are logged in, is deleted: your session ends."), { role: before.name });
  }
  if (after.name !== before.name) {
    const names = { role: before.name, name: after.name };
    return fill(_("Role %{role}, by which you are logged in, becomes %{name}: your session ends."), names);
  }
  const gone = lostGrounds(now, { before, after }, session);
  const words = _(
    "Role %{role}, by which you are logged in, loses %{members}: where you had it by that, your session ends.",
  );
  return gone.length === 0 ? undefined : fill(words, { role: before.name, members: summarize(gone) });
}

function changesOf(now: SettingsAnswer, edited: EditedRole[], { role }: SessionAnswer): Change[] {
  const held = now.roles.filter(({ name }) => role.split(",").includes(name));
  return held.map((before) => ({ before, after: edited.find(({ savedName }) => savedName === before.name) }));
}

/** The access groups of which the roles of a session give a permission. */
interface Given {
  before: string[];
  after: string[];
}

function given(now: SettingsAnswer, changes: Change[], kind: Permission): Given {
  const names = (roles: PermissionLists[]): string[] =>
    now.access_groups
      .map(({ name }) => name)
      .filter((name) => roles.some((role) => permits({ fnmatch }, role, kind, name)));
  return {
    before: names(changes.map(({ before }) => before)),
    after: names(changes.flatMap(({ after }) => after ?? [])),
  };
}

type Effect = "more" | "fewer" | "nothing_left";

/** The effects of a save on the rights of a session; one that ends in any case, as its role is deleted or renamed, has none afterwards. */
function effectOf(now: SettingsAnswer, edited: EditedRole[], session: SessionAnswer): { [effect in Effect]: boolean } {
  const changes = changesOf(now, edited, session);
  const all = kinds.map((kind) => given(now, changes, kind));
  const has = (list: string[], name: string): boolean => list.includes(name);
  const ends = changes.some(({ before, after }) => after?.name !== before.name);
  const isEmptied = all.some(({ before }) => before.length > 0) && all.every(({ after }) => after.length === 0);
  const nothing_left = ends || isEmptied;
  return {
    nothing_left,
    more: !nothing_left && all.some(({ before, after }) => after.some((name) => !has(before, name))),
    fewer: !nothing_left && all.some(({ before, after }) => before.some((name) => !has(after, name))),
  };
}

/** Sentences that name the other users whose live sessions get other rights by the save, end, or may end; none where there are none. */
export function othersChanges(now: SettingsAnswer, edited: EditedRole[]): string[] {
  const others = now.sessions.filter(({ own }) => !own);
  const told = (text: string, sessions: SessionAnswer[], params: { [name: string]: string } = {}): string[] => {
    const users = summarize([...new Set(sessions.map(({ who }) => who))]);
    return users === "" ? [] : [fill(text, { ...params, users })];
  };
  const effects: { [effect in Effect]: string } = {
    more: _("More rights at once, in their live sessions: %{users}."),
    fewer: _("Fewer rights at once, in their live sessions: %{users}."),
    nothing_left: _("No rights any more, as their live sessions end or their role gives nothing: %{users}."),
  };
  const changed = (Object.keys(effects) as Effect[]).flatMap((effect) =>
    told(
      effects[effect],
      others.filter((session) => effectOf(now, edited, session)[effect]),
    ),
  );
  const losing = now.roles.flatMap(({ name: role }) => {
    const found = others.flatMap((session) =>
      changesOf(now, edited, session).flatMap(({ before, after }) => {
        const lost = before.name === role && after ? lostGrounds(now, { before, after }, session) : [];
        return lost.length > 0 ? [{ session, lost }] : [];
      }),
    );
    return told(
      _("Role %{role} loses %{members}: where these users had it by that, their live sessions end: %{users}."),
      found.map(({ session }) => session),
      { role, members: summarize([...new Set(found.flatMap(({ lost }) => lost))]) },
    );
  });
  return [...changed, ...losing];
}

/** A sentence for each loss of the user who saves; none where it is not logged in by a role. */
export function ownLosses(now: SettingsAnswer, edited: EditedRole[]): string[] {
  return now.sessions
    .filter(({ own }) => own)
    .flatMap((session) => {
      const changes = changesOf(now, edited, session);
      const lost = (kind: Permission): string[] => {
        const { before, after } = given(now, changes, kind);
        return before.filter((name) => !after.includes(name));
      };
      const [read, write] = [lost("read"), lost("write")];
      // Without the right to look there is no right to change either.
      const changed = write.filter((name) => !read.includes(name));
      return [
        ...changes.flatMap((change) => endOf(now, change, session) ?? []),
        ...(read.length > 0 ? [fill(_("You lose the access groups %{groups}."), { groups: summarize(read) })] : []),
        ...(changed.length > 0
          ? [fill(_("You can then look and no longer change: %{groups}."), { groups: summarize(changed) })]
          : []),
      ];
    });
}

/** The options of a provider with which its sessions end. */
const decisive = ["enabled", "issuer_url", "client_id"];

/** Whether the live sessions of a saved provider end by the save: it goes, gets another name, or is another one. */
function endsSessions(now: SettingsAnswer, edited: EditedSettings, provider: string): boolean {
  const isFirst = provider === first;
  const before: Values | undefined = isFirst ? now.values : now.providers.find(({ name }) => name === provider)?.values;
  const further = edited.providers.find(({ name, savedName }) => savedName === provider && name === provider);
  const after = isFirst ? edited.values : further?.values;
  return before !== undefined && decisive.some((option) => (before[option] ?? "") !== (after?.[option] ?? ""));
}

/** Sentences about the live sessions that end with a provider, that of the user who saves first; none where none does. */
export function providerEnds(now: SettingsAnswer, edited: EditedSettings): { own: string[]; others: string[] } {
  const ending = now.sessions.filter(({ provider }) => endsSessions(now, edited, provider));
  const users = summarize([...new Set(ending.flatMap(({ own, who }) => (own ? [] : [who])))]);
  const others = _("All sessions of a provider end with its issuer, its client ID or when it is turned off: %{users}.");
  return {
    own: ending.some(({ own }) => own) ? [_("Your session ends, as your provider is another one or off.")] : [],
    others: users === "" ? [] : [fill(others, { users })],
  };
}
