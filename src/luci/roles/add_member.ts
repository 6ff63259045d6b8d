/** The fields that put somebody into a role of the page. */
import { fill } from "../../sso_login/base/log_texts";
import { button, labelled, liveRegion, notice, selectField, textField } from "../kit/panels";
import { newRole, withMember, type Member } from "./roles";
import { providersOf } from "../saving/providers";
import type { SettingsModel } from "../saving/settings_model";
import { roleNameProblem } from "../saving/validation";
import { visible } from "../kit/visible";

const another = "";

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
  const { roles } = model;
  const what = selectField(
    "add-what",
    members.map((member, at) => [String(at), memberTitle(member)] as const),
  );
  // A role of other providers would apply here with all its members, once it lists this provider.
  const possible = roles.kept().filter((one) => providersOf(one).includes(provider));
  const role = selectField("add-role", [
    ...possible.map((one) => [one.name, one.name] as const),
    [another, _("New role")],
  ]);
  const name = textField("add-name");
  const nameField = labelled(_("Name of the new role"), name);
  const showName = (): void => void nameField.classList.toggle("hidden", role.value !== another);
  role.addEventListener("change", showName);
  showName();
  const problem = liveRegion("add-problem");
  name.addEventListener("input", () => dom.content(problem, []));
  const add = (): void => {
    const refuse = (text: string): void => dom.content(problem, [notice("error", [text])]);
    const target = role.value === another ? name.value.trim() : role.value;
    const wrong = role.value === another ? roleNameProblem(target, roles.names(), model.base.logins) : undefined;
    const member = members[Number(what.value)];
    if (wrong !== undefined || member === undefined) {
      refuse(wrong ?? "");
      name.focus();
      return;
    }
    const before = roles.find(target);
    const start = before ?? newRole(target, { read: [], write: [] }, provider);
    const edited = withMember(start, member, model.issuerOf(provider));
    if (edited === undefined) {
      refuse(_("The user IDs of this role belong to another issuer. Take another role, or the e-mail address."));
      return;
    }
    roles.put(edited, before);
    const text = _("%{member} is in role %{role}. It is used after Save & Apply.");
    done(fill(text, { member: memberTitle(member), role: target }));
  };
  const fields = [
    labelled(_("What to add"), what),
    labelled(_("To role"), role),
    nameField,
    button("add-done", _("Add"), add, { label: _("Add to role") }),
  ];
  return [E("div", { class: "sso-login-add" }, fields), problem];
}
