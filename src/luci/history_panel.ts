/** The panel with the last logins, refusals and changes of the log, from which a refused user can be added to a role. */
import { fill } from "../sso_login/base/texts";
import { first } from "../sso_login/base/names";
import type { Entry } from "../sso_login/base/history";
import { callHistory } from "./calls";
import { eventText } from "./event_text";
import {
  button,
  labelled,
  liveRegion,
  notice,
  panel,
  selectField,
  spinner,
  table,
  textField,
  timeText,
} from "./panels";
import { membersOf, type Member } from "./roles";
import type { RolesTable } from "./roles_table";
import { roleNameProblem } from "./validation";
import { visible, visibleTexts } from "./visible";

/** The value for a new role. */
const newRole = "";

function memberTitle({ list, member }: Member): string {
  const texts = {
    email: _("E-mail %{member}"),
    group: _("Group %{member}"),
    sub: _("Subject %{member}"),
  };
  return fill(texts[list], { member: visible(member) });
}

/** The fields that add a refused user to a role of the form. */
function addFields(entry: Entry, roles: RolesTable, logins: string[], done: (text: string) => void): Node[] {
  const members = membersOf(entry);
  const provider = entry.provider ?? first;
  const what = selectField(
    "add-what",
    members.map((member, at) => [String(at), memberTitle(member)] as const),
  );
  const names = roles.roles().map(({ name }) => name);
  // A role of other providers would apply here with all its members, once it lists this provider.
  const role = selectField("add-role", [
    ...roles.namesAt(provider).map((name) => [name, name] as const),
    [newRole, _("New role")],
  ]);
  const name = textField("add-name");
  const nameField = labelled(_("Name of the new role"), name);
  const showName = (): void => void nameField.classList.toggle("hidden", role.value !== newRole);
  role.addEventListener("change", showName);
  showName();
  const problem = liveRegion("add-problem");
  const add = (): void => {
    const chosen = members[Number(what.value)];
    const target = role.value === newRole ? name.value.trim() : role.value;
    const wrong = role.value === newRole ? roleNameProblem(target, names, logins) : undefined;
    if (wrong !== undefined || chosen === undefined) {
      dom.content(problem, [notice("error", [wrong ?? ""])]);
      name.focus();
    } else if (roles.add(target, chosen, provider)) {
      const text = _("%{member} is in role %{role}. It is used after Save & Apply.");
      done(fill(text, { member: memberTitle(chosen), role: target }));
    } else {
      const text = _("The subjects of this role belong to another issuer. Take another role, or the e-mail address.");
      dom.content(problem, [notice("error", [text])]);
    }
  };
  const fields = [labelled(_("What to add"), what), labelled(_("To role"), role), nameField];
  return [
    E("div", { class: "sso-login-add" }, [...fields, button("add-done", _("Add"), _("Add to role"), add)]),
    problem,
  ];
}

/** The panel, and the function that reads the log for it. `logins` are names that no role may have. */
export function historyPanel(roles: RolesTable, logins: string[]): { node: Node; load: () => Promise<void> } {
  const list = E("div", { class: "sso-login-later" }, [spinner(_("Reading the log"))]);
  const message = liveRegion("history-message");
  const changesOnly = E("input", { type: "checkbox", "data-name": "changes-only" }) as HTMLInputElement;
  const draw = (entries: Entry[]): void => {
    const rows = entries.map((entry): (Node | string)[] => {
      const { time, who, from, reference } = visibleTexts(entry);
      const below = E("div", {});
      const done = (text: string): void => {
        dom.content(below, []);
        dom.content(message, [notice("success", [text])]);
      };
      const open = (): void => {
        dom.content(below, addFields(entry, roles, logins, done));
        below.querySelector("select")?.focus();
      };
      const label = fill(_("Add to role: %{who}"), { who });
      const what = E("div", {}, [
        eventText(visibleTexts(entry)),
        ...(membersOf(entry).length > 0 ? [E("div", {}, [button("add", _("Add to role"), label, open)]), below] : []),
      ]);
      return [timeText(time), who, from, reference, what];
    });
    const titles = [_("When"), _("User"), _("From"), _("Reference"), _("What happened")];
    const nothing = changesOnly.checked ? _("The log has no changes.") : _("The log has no logins.");
    const none = E("p", {}, [E("em", {}, [nothing])]);
    dom.content(list, [rows.length > 0 ? table("history", titles, rows) : none]);
  };
  // An answer counts while the box is as it was when the log was asked.
  const read = (asked: boolean): Promise<void> =>
    callHistory(asked).then(
      ({ entries }) => void (asked === changesOnly.checked && draw(entries)),
      () => dom.content(list, [notice("error", [_("The router's log could not be read.")])]),
    );
  changesOnly.addEventListener("change", () => void read(changesOnly.checked));
  const about = _("As far back as the router's log goes, the newest first. A refused user is told the reference.");
  const filter = E("label", { class: "sso-login-choice" }, [changesOnly, " ", _("Changes only")]);
  const node = panel("history-panel", _("Last logins"), about, [filter, list, message]);
  return { node, load: () => read(false) };
}
