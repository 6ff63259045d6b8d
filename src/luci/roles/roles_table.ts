/** The table of roles with their members and rights. Its rows are edited in a dialog. */
import { fill } from "../../sso_login/base/log_texts";
import type { RightsAnswer } from "../../sso_login/answers/ubus_answers";
import { callRights } from "../saving/calls";
import { attempt, button, liveRegion, panel } from "../kit/panels";
import { lookTitle, reachLine } from "./reach";
import { openRoleDialog } from "./role_dialog";
import { freeName, type EditedRole } from "../saving/changes";
import { copyOf, listTitle, newRole, templates, whoText } from "./roles";
import { sectionList } from "../kit/section_list";
import { reveal } from "../kit/tabs";
import { roleProblem } from "../provider/settings_problems";
import type { SettingsModel } from "../saving/settings_model";

export interface RolesTable {
  node: HTMLElement;
  load: () => Promise<void>;
  /** Opens the dialog of a new role by the id of its template. */
  add: (template: string) => Promise<void>;
  /** Opens a role's dialog; where there is none of that name, shows the table. */
  lead: (role: string) => void;
}

export function rolesTable(model: SettingsModel, mayWrite: boolean): RolesTable {
  const { roles } = model;
  /** The rights that roles may give, once they are loaded. */
  let loaded: RightsAnswer | undefined;
  const message = liveRegion("roles-message");
  const open = (title: string, offered: RightsAnswer, role: EditedRole, before?: EditedRole): Promise<void> =>
    openRoleDialog({
      title,
      role,
      before,
      offered,
      model,
      done: (edited) => {
        roles.put(edited, before);
        list.focus(edited, "edit");
      },
    });
  const edit = (role: EditedRole): Promise<void> =>
    whenLoaded((offered) => open(fill(_("Role %{role}"), { role: role.name }), offered, role, role));
  const list = sectionList<EditedRole>({
    kind: "role",
    mayWrite,
    sections: roles,
    isOrdered: true,
    // The service names members only to users who may write; the others have no dialog, which names the access groups.
    columns: [_("Name"), ...(mayWrite ? [_("Who")] : [listTitle("read"), listTitle("write")]), _("What it can do")],
    cells: (role) =>
      mayWrite ? [whoText(role, model) || _("nobody yet")] : [role.read.join(", "), role.write.join(", ")],
    state: (role) => roleProblem(role, model) ?? (loaded === undefined ? "" : reachLine(loaded, role)),
    none: _("There is no role yet."),
    label: _("Role %{role}"),
    edit,
    copy: (role) => whenLoaded((offered) => open(_("New role"), offered, copyOf(role, roles.names()))),
  });
  /** Does what needs the rights that roles may give: loads them first, where that is not done yet. */
  const whenLoaded = (work: (offered: RightsAnswer) => unknown): Promise<void> =>
    attempt(message, async () => {
      loaded ??= await callRights();
      list.draw();
      adders["look"]?.replaceChildren(lookTitle(loaded));
      await work(loaded);
    });
  const add = (template: string): Promise<void> =>
    whenLoaded((offered) => {
      const { name = "", rights: granted = { read: [], write: [] } } =
        templates(offered.access_groups).find(({ id }) => id === template) ?? {};
      reveal(node);
      return open(_("New role"), offered, newRole(name === "" ? "" : freeName(name, roles.names()), granted));
    });
  const adders = Object.fromEntries(
    templates([]).map(({ id, title }) => [id, button(`add-${id}`, title, () => add(id), { kind: "add" })]),
  );
  const about = _(
    "A role gives users rights on this router. Rights of several roles add up; the session is named after the first matching role. Without a role no one gets in.",
  );
  const node = panel("roles-section", _("Roles"), about, [
    list.node,
    ...(mayWrite ? [E("div", { class: "cbi-section-create" }, Object.values(adders))] : []),
    message,
  ]);
  model.onChange(list.draw);
  return {
    node,
    add,
    load: () => whenLoaded(() => undefined),
    lead: (name) => {
      const role = roles.find(name);
      reveal(node);
      node.scrollIntoView({ block: "nearest" });
      if (role !== undefined && mayWrite) {
        void edit(role);
      } else {
        node.querySelector<HTMLElement>(".cbi-section-create button")?.focus();
      }
    },
  };
}
