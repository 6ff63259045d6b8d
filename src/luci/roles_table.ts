/** The table of roles: who has each, and what it gives. Its rows are edited in a dialog. */
import { fill } from "../sso_login/base/texts";
import type { EditedRole, SavedSettings } from "./changes";
import { reachText } from "./rights";
import { openRoleDialog } from "./role_dialog";
import { copyOf, freeName, newRole, summary, templates, withMember } from "./roles";
import { roleNameProblem } from "./validation";

export interface RolesTable {
  node: HTMLElement;
  roles(): EditedRole[];
  /** What is wrong with roles, each with the name to lead to. */
  problems(): { role: string; text: string }[];
  /** Opens a role's dialog; where there is none of that name, shows the table. */
  lead: (role: string) => void;
  /** Puts somebody into a role, or into a new one where there is none of that name; false where the subjects are another issuer's. */
  add(role: string, list: "email" | "group" | "sub", member: string): boolean;
}

/** A table's cell; themes show the title beside it on a phone. */
function cell(title: string, children: (Node | string)[]): HTMLElement {
  return E("td", { class: "td cbi-value-field", "data-title": title }, children);
}

/** The table over what is saved; `issuer` is the page's. */
export function rolesTable(
  saved: SavedSettings,
  mayWrite: boolean,
  issuer: () => string,
  restored?: EditedRole[],
): RolesTable {
  const savedRoles: EditedRole[] = saved.roles.map((role) => ({ ...role, savedName: role.name }));
  let roles = restored ?? savedRoles;
  /** Those that go when the page is saved, and come back until then; of restored ones it is known by their absence. */
  let gone = savedRoles.filter(({ name }) => !roles.some(({ savedName }) => savedName === name));
  const body = E("div", { "data-name": "roles" });
  const columns = [_("Name"), _("Who"), _("May read"), _("May change"), _("What it can do")] as const;
  const few = (members: string[]): string => (mayWrite ? summary(members) : members.join(", "));

  const kept = (): EditedRole[] => roles.filter((role) => !gone.includes(role));
  const shownRoles = (): EditedRole[] => [...roles, ...gone.filter((role) => !roles.includes(role))];
  const namesBut = (role: EditedRole | undefined): string[] =>
    kept()
      .filter((other) => other !== role)
      .map(({ name }) => name);
  const problemOf = (role: EditedRole): string | undefined => roleNameProblem(role.name, namesBut(role), saved.logins);
  const edit = (title: string, role: EditedRole, known: boolean): Promise<void> =>
    openRoleDialog({
      ...{ title, role, saved, others: namesBut(known ? role : undefined), issuer: issuer() },
      done: (edited) => {
        roles = known ? roles.map((other) => (other === role ? edited : other)) : [...roles, edited];
        draw();
        focus(edited, "edit");
      },
    });

  /** A role's row is drawn anew when something is done to it, and the focus stays there. */
  const focus = (role: EditedRole, button: string): void => {
    const rows = [...body.querySelectorAll<HTMLElement>("[data-role]")];
    const drawn = rows[shownRoles().indexOf(role)];
    drawn?.querySelector<HTMLElement>(`[data-name="${button}"]`)?.focus();
  };
  const remove = (role: EditedRole): void => {
    gone = [...gone, role];
    draw();
    focus(role, "undo");
  };
  const undo = (role: EditedRole): void => {
    gone = gone.filter((other) => other !== role);
    roles = roles.includes(role) ? roles : [...roles, role];
    draw();
    focus(role, "remove");
  };
  const actions = (role: EditedRole): Node => {
    const named = (text: string): string => fill(text, { role: role.name });
    const button = (kind: string, label: string, name: string, click: () => unknown): (Node | string)[] => [
      E("button", { class: `btn cbi-button cbi-button-${kind}`, "data-name": kind, "aria-label": named(name), click }, [
        label,
      ]),
      " ",
    ];
    const copy = (): Promise<void> => edit(_("New role"), copyOf(role, namesBut(undefined)), false);
    const buttons = gone.includes(role)
      ? button("undo", _("Undo"), _("Undo: keep role %{role}"), () => undo(role))
      : [
          ...button("edit", _("Edit"), _("Edit role %{role}"), () => edit(named(_("Role %{role}")), role, true)),
          ...button("neutral", _("Duplicate"), _("Duplicate role %{role}"), copy),
          ...button("remove", _("Delete"), _("Delete role %{role}"), () => remove(role)),
        ];
    return E("td", { class: "td cbi-section-table-cell nowrap cbi-section-actions" }, [E("div", {}, buttons)]);
  };
  const row = (role: EditedRole): Node => {
    const isGone = gone.includes(role);
    const problem = isGone ? _("Is deleted when you save.") : problemOf(role);
    const who = few([...role.email, ...role.group, ...role.sub]);
    const classes = `tr cbi-section-table-row${isGone ? " sso-login-gone" : ""}`;
    return E("tr", { class: classes, "data-role": role.name }, [
      cell(columns[0], [E("strong", {}, [role.name])]),
      cell(columns[1], [who === "" ? _("nobody yet") : who]),
      cell(columns[2], [few(role.read)]),
      cell(columns[3], [few(role.write)]),
      E("td", { class: "td cbi-value-field", "data-title": columns[4], "data-name": "reach" }, [
        problem ?? reachText(saved.access_groups, role),
      ]),
      ...(mayWrite ? [actions(role)] : []),
    ]);
  };
  const draw = (): void => {
    const heads = columns.map((title) => E("th", { class: "th cbi-section-table-cell" }, [title]));
    const last = E("th", { class: "th cbi-section-table-cell" }, [
      E("span", { class: "sso-login-hidden" }, [_("Actions")]),
    ]);
    const rows = shownRoles().map(row);
    const none = E("tr", { class: "tr placeholder" }, [E("td", { class: "td" }, [_("There is no role yet.")])]);
    dom.content(body, [
      E("table", { class: "table cbi-section-table" }, [
        E("tr", { class: "tr cbi-section-table-titles" }, [...heads, ...(mayWrite ? [last] : [])]),
        ...(rows.length > 0 ? rows : [none]),
      ]),
    ]);
  };
  draw();

  const adders = templates(saved.access_groups).flatMap(({ id, title, name, rights }): (Node | string)[] => {
    const click = (): Promise<void> =>
      edit(_("New role"), newRole(name === "" ? "" : freeName(name, namesBut(undefined)), rights), false);
    return [E("button", { class: "btn cbi-button cbi-button-add", "data-name": `add-${id}`, click }, [title]), " "];
  });
  const about = _(
    "A role gives users rights on this router. Rights of several roles add up; the session is named after the first matching role. Without a role no one gets in.",
  );
  const node = E("div", { class: "cbi-section", "data-name": "roles-section" }, [
    E("h3", {}, [_("Roles")]),
    E("div", { class: "cbi-section-descr" }, [about]),
    body,
    ...(mayWrite ? [E("div", { class: "cbi-section-create" }, adders)] : []),
  ]);
  const add = (name: string, list: "email" | "group" | "sub", member: string): boolean => {
    const known = roles.find((role) => role.name === name);
    const role = known ?? newRole(name, { read: [], write: [] });
    const edited = withMember(role, list, member, issuer());
    if (edited === undefined) {
      return false;
    }
    roles = known === undefined ? [...roles, edited] : roles.map((other) => (other === role ? edited : other));
    draw();
    return true;
  };
  return {
    node,
    add,
    roles: kept,
    problems: () =>
      kept().flatMap((role) => {
        const problem = problemOf(role);
        const text = fill(_("Role %{role}: %{problem}"), { role: role.name, problem });
        return problem === undefined ? [] : [{ role: role.name, text }];
      }),
    lead: (name) => {
      const role = kept().find((candidate) => candidate.name === name);
      node.scrollIntoView({ block: "start" });
      if (role !== undefined && mayWrite) {
        void edit(fill(_("Role %{role}"), { role: name }), role, true);
      } else {
        node.querySelector<HTMLElement>(".cbi-section-create button")?.focus();
      }
    },
  };
}
