/** The table of roles: who has each, and what it gives. Its rows are edited in a dialog. */
import { fill } from "../sso_login/base/texts";
import type { EditedRole, SavedSettings } from "./changes";
import { reachText } from "./rights";
import { openRoleDialog } from "./role_dialog";
import { copyOf, freeName, newRole, summary, templates } from "./roles";
import { roleNameProblem } from "./validation";

export interface RolesTable {
  node: HTMLElement;
  roles(): EditedRole[];
  /** What is wrong with roles, each with the name to lead to. */
  problems(): { role: string; text: string }[];
  /** Opens a role's dialog; where there is none of that name, shows the table. */
  lead: (role: string) => void;
}

/** A table's cell; themes show the title beside it on a phone. */
function cell(title: string, children: (Node | string)[]): HTMLElement {
  return E("td", { class: "td cbi-value-field", "data-title": title }, children);
}

/** The table over what is saved; `issuer` is the page's. */
export function rolesTable(saved: SavedSettings, mayWrite: boolean, issuer: () => string): RolesTable {
  let roles: EditedRole[] = saved.roles.map((role) => ({ ...role, savedName: role.name }));
  const body = E("div", { "data-name": "roles" });
  const columns = [_("Name"), _("Who"), _("May read"), _("May change"), _("What it can do")] as const;
  const few = (members: string[]): string => (mayWrite ? summary(members) : members.join(", "));

  const namesBut = (role: EditedRole | undefined): string[] =>
    roles.filter((other) => other !== role).map(({ name }) => name);
  const problemOf = (role: EditedRole): string | undefined => roleNameProblem(role.name, namesBut(role), saved.logins);
  const edit = (title: string, role: EditedRole, known: boolean): Promise<void> =>
    openRoleDialog({
      ...{ title, role, saved, others: namesBut(known ? role : undefined), issuer: issuer() },
      done: (edited) => {
        roles = known ? roles.map((other) => (other === role ? edited : other)) : [...roles, edited];
        draw();
      },
    });

  const actions = (role: EditedRole): Node => {
    const button = (kind: string, label: string, click: () => unknown): (Node | string)[] => [
      E("button", { class: `btn cbi-button cbi-button-${kind}`, "data-name": kind, click }, [label]),
      " ",
    ];
    return E("td", { class: "td cbi-section-table-cell nowrap cbi-section-actions" }, [
      E("div", {}, [
        ...button("edit", _("Edit"), () => edit(fill(_("Role %{role}"), { role: role.name }), role, true)),
        ...button("neutral", _("Duplicate"), () => edit(_("New role"), copyOf(role, namesBut(undefined)), false)),
        ...button("remove", _("Delete"), () => {
          roles = roles.filter((other) => other !== role);
          draw();
        }),
      ]),
    ]);
  };
  const row = (role: EditedRole): Node => {
    const problem = problemOf(role);
    const who = few([...role.email, ...role.group, ...role.sub]);
    return E("tr", { class: "tr cbi-section-table-row", "data-role": role.name }, [
      cell(columns[0], [E("strong", {}, [role.name])]),
      cell(columns[1], [who === "" ? _("nobody yet") : who]),
      cell(columns[2], [few(role.read)]),
      cell(columns[3], [few(role.write)]),
      cell(columns[4], [problem ?? reachText(saved.access_groups, role)]),
      ...(mayWrite ? [actions(role)] : []),
    ]);
  };
  const draw = (): void => {
    const heads = [...columns, ...(mayWrite ? [""] : [])].map((title) =>
      E("th", { class: "th cbi-section-table-cell" }, [title]),
    );
    const rows = roles.map(row);
    const none = E("tr", { class: "tr placeholder" }, [E("td", { class: "td" }, [_("There is no role yet.")])]);
    dom.content(body, [
      E("table", { class: "table cbi-section-table" }, [
        E("tr", { class: "tr cbi-section-table-titles" }, heads),
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
    "A role gives users rights on this router. Rights of several roles add up; the session is named after the first matching role. Without a role nobody gets in.",
  );
  const node = E("div", { class: "cbi-section", "data-name": "roles-section" }, [
    E("h3", {}, [_("Roles")]),
    E("div", { class: "cbi-section-descr" }, [about]),
    body,
    ...(mayWrite ? [E("div", { class: "cbi-section-create" }, adders)] : []),
  ]);
  return {
    node,
    roles: () => roles,
    problems: () =>
      roles.flatMap((role) => {
        const problem = problemOf(role);
        const text = fill(_("Role %{role}: %{problem}"), { role: role.name, problem });
        return problem === undefined ? [] : [{ role: role.name, text }];
      }),
    lead: (name) => {
      const role = roles.find((candidate) => candidate.name === name);
      node.scrollIntoView({ block: "start" });
      if (role !== undefined && mayWrite) {
        void edit(fill(_("Role %{role}"), { role: name }), role, true);
      }
    },
  };
}
