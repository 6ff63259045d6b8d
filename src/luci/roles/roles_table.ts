/** The table of roles with their members and rights. Its rows are edited in a dialog. */
import { fill } from "../../sso_login/base/log_texts";
import type { RightsAnswer } from "../../sso_login/entry_points/ubus_answers";
import { callRights } from "../saving/calls";
import type { EditedRole } from "../saving/changes";
import { failureText } from "../kit/failure";
import { liveRegion, notice } from "../kit/panels";
import { inOneLine, reachTexts } from "./reach";
import { openRoleDialog } from "./role_dialog";
import { freeName } from "../saving/renames";
import { copyOf, firstFew, listTitle, newRole, templates, whoText } from "./roles";
import { sectionList } from "../kit/section_list";
import { reveal } from "../kit/tabs";
import { roleProblem } from "../provider/settings_problems";
import type { SettingsModel } from "../saving/settings_model";

export interface RolesTable {
  node: HTMLElement;
  /** Loads the rights that roles may give. */
  load: () => Promise<void>;
  /** Opens the dialog of a new role by the id of its template. */
  add: (template: string) => Promise<void>;
  /** Opens a role's dialog; where there is none of that name, shows the table. */
  lead: (role: string) => void;
}

/** The table; `failed` says whether the failure of a call has been reported. */
export function rolesTable(model: SettingsModel, mayWrite: boolean, failed: (failure: unknown) => boolean): RolesTable {
  const { roles } = model;
  /** The rights that roles may give: none before they are loaded. */
  let known: RightsAnswer = { access_groups: [], pages: [] };
  let loading: Promise<void> | undefined;
  const message = liveRegion("roles-message");
  const load = (): Promise<void> =>
    (loading ??= callRights().then(
      (answer) => {
        known = answer;
        list.draw();
      },
      (failure: unknown) => {
        loading = undefined;
        if (!failed(failure)) {
          dom.content(message, [notice("error", [failureText(failure)])]);
        }
        throw failure;
      },
    ));
  const list = sectionList<EditedRole>({
    ...{ kind: "role", mayWrite, sections: roles, isOrdered: true },
    // The service names members only to users who may write; the others have no dialog, which names the access groups.
    columns: [_("Name"), ...(mayWrite ? [_("Who")] : [listTitle("read"), listTitle("write")]), _("What it can do")],
    cells: (role) =>
      mayWrite ? [whoText(role, model, firstFew) || _("nobody yet")] : [role.read.join(", "), role.write.join(", ")],
    state: (role) =>
      roleProblem(role, model) ?? (known.access_groups.length === 0 ? "" : inOneLine(reachTexts(known, role))),
    none: _("There is no role yet."),
    label: _("Role %{role}"),
    edit: (role) => edit(fill(_("Role %{role}"), { role: role.name }), role, role),
    copy: (role) => edit(_("New role"), copyOf(role, roles.names())),
  });
  const edit = async (title: string, role: EditedRole, before?: EditedRole): Promise<void> => {
    await load();
    await openRoleDialog({
      ...{ title, role, saved: model.saved, rights: known, providers: model },
      others: [...roles.names(before), ...model.further()],
      done: (edited) => {
        roles.put(edited, before);
        list.focus(edited, "edit");
      },
    });
  };

  const add = async (template: string): Promise<void> => {
    await load();
    const { name = "", rights = { read: [], write: [] } } =
      templates(known.access_groups).find(({ id }) => id === template) ?? {};
    reveal(node);
    await edit(_("New role"), newRole(name === "" ? "" : freeName(name, roles.names()), rights));
  };
  const adders = templates([]).flatMap(({ id, title }): (Node | string)[] => {
    const attributes = { class: "btn cbi-button cbi-button-add", "data-name": `add-${id}`, click: () => add(id) };
    return [E("button", attributes, [title]), " "];
  });
  const about = _(
    "A role gives users rights on this router. Rights of several roles add up; the session is named after the first matching role. Without a role no one gets in.",
  );
  const node = E("div", { class: "cbi-section", "data-name": "roles-section" }, [
    E("h3", {}, [_("Roles")]),
    E("div", { class: "cbi-section-descr" }, [about]),
    list.node,
    ...(mayWrite ? [E("div", { class: "cbi-section-create" }, adders)] : []),
    message,
  ]);
  model.onChange(list.draw);
  return {
    ...{ node, add },
    load: () => load().catch(() => undefined),
    lead: (name) => {
      const role = roles.find(name);
      reveal(node);
      node.scrollIntoView({ block: "nearest" });
      if (role !== undefined && mayWrite) {
        void edit(fill(_("Role %{role}"), { role: name }), role, role);
      } else {
        node.querySelector<HTMLElement>(".cbi-section-create button")?.focus();
      }
    },
  };
}
