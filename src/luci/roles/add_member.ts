/** The fields that put somebody into a role of the page. */
import { fill } from "../../sso_login/base/log_texts";
import { button, labelled, liveRegion, notice, selectField, textField } from "../kit/panels";
import { newRole, withMember, type Member } from "./roles";
import { countsAt } from "../saving/providers";
import type { SettingsModel } from "../saving/settings_model";
import { roleNameProblem } from "../saving/validation";
import { visible } from "../kit/visible";

/** The value for a new role. */
const another = "";

/** Adds a member of a provider to a role, or to a new one of that name; false where its subjects are another issuer's. */
function addMember(model: SettingsModel, name: string, member: Member, provider: string): boolean {
  const before = model.roles.find(name);
  const role = before ?? newRole(name, { read: [], write: [] }, provider);
  const edited = withMember(role, member, model.issuerOf(provider));
  if (edited !== undefined) {
    model.roles.put(edited, before);
  }
  return edited !== undefined;
}

function memberTitle({ list, member }: Member): string {
  const texts = {
    email: _("E-mail %{member}"),
    group: _("Group %{member}"),
    sub: _("User ID %{member}"),
  };
  return fill(texts[list], { member: visible(member) });
}

/** The fields that add one of a user's members to a role of the page. */
export function addFields(
  members: Member[],
  provider: string,
  model: SettingsModel,
  done: (text: string) => void,
): Node[] {
  const what = selectField(
    "add-what",
    members.map((member, at) => [String(at), memberTitle(member)] as const),
  );
  // A role of other providers would apply here with all its members, once it lists this provider.
  const role = selectField("add-role", [
    ...model.roles.kept().flatMap((one) => (countsAt(one, provider) ? [[one.name, one.name] as const] : [])),
    [another, _("New role")],
  ]);
  const name = textField("add-name");
  const nameField = labelled(_("Name of the new role"), name);
  const showName = (): void => void nameField.classList.toggle("hidden", role.value !== another);
  role.addEventListener("change", showName);
  showName();
  const problem = liveRegion("add-problem");
  const add = (): void => {
    const chosen = members[Number(what.value)];
    const target = role.value === another ? name.value.trim() : role.value;
    const wrong = role.value === another ? roleNameProblem(target, model.roles.names(), model.saved.logins) : undefined;
    if (wrong !== undefined || chosen === undefined) {
      dom.content(problem, [notice("error", [wrong ?? ""])]);
      name.focus();
    } else if (addMember(model, target, chosen, provider)) {
      const text = _("%{member} is in role %{role}. It is used after Save & Apply.");
      done(fill(text, { member: memberTitle(chosen), role: target }));
    } else {
      const text = _("The user IDs of this role belong to another issuer. Take another role, or the e-mail address.");
      dom.content(problem, [notice("error", [text])]);
    }
  };
  const fields = [labelled(_("What to add"), what), labelled(_("To role"), role), nameField];
  return [
    E("div", { class: "sso-login-add" }, [...fields, button("add-done", _("Add"), _("Add to role"), add)]),
    problem,
  ];
}
