/** The dialog that edits one role. */
import { luci_group } from "../../sso_login/base/public_names";
import type { RightsAnswer } from "../../sso_login/answers/ubus_answers";
import type { EditedRole } from "../saving/changes";
import { createConfirmation } from "../kit/confirmation";
import { closeDialog, openDialog } from "../kit/dialog";
import { nameFields } from "../kit/field_names";
import { accessTitles } from "../saving/own_losses";
import { allNames, listOfTicked, providersOf } from "../saving/providers";
import type { SettingsModel } from "../saving/settings_model";
import { button, notice } from "../kit/panels";
import { listTitle, subjectIssuers, withSubjects } from "./roles";
import { memberLists, objectionTo, type Objection } from "./role_objection";
import { rightsPicker } from "./rights_field";
import { foldRows } from "../kit/tabs";
import { memberProblem, roleNameProblem } from "../saving/validation";

const section = "role";

export interface DialogTask {
  title: string;
  role: EditedRole;
  /** The role as the page has it; absent for a new one. */
  before?: EditedRole;
  /** The access groups and pages of this router, of which roles give rights. */
  offered: RightsAnswer;
  model: SettingsModel;
  done(role: EditedRole): void;
}

function addFields(map: LuciMap, { before, model }: DialogTask): Map<string, LuciOption> {
  const others = [...model.roles.names(before), ...model.further()];
  const named = map.section(form.NamedSection, section, section);
  const options = new Map<string, LuciOption>();
  const name = named.option(form.Value, "name", _("Name"), _("Letters, digits and _; sessions are named after it."));
  name.validate = (_section, value) => roleNameProblem(value.trim(), others, model.base.logins) ?? true;
  options.set("name", name);
  const texts = {
    email: _("Who has one of them has this role. Upper and lower case are the same."),
    group: _("Who is in one of them at the provider has this role. They are compared exactly."),
    sub: _("Of users at the provider (claim sub); they are never given to someone else."),
    client: _("Programs that come by themselves, without a user: their client IDs at the provider."),
  };
  for (const list of memberLists) {
    const option = named.option(form.DynamicList, list, listTitle(list), texts[list]);
    option.validate = (_section, value) => memberProblem(value) ?? true;
    options.set(list, option);
  }
  return options;
}

/** The error of the first field that has one by its own rules. */
function problemOf(options: Map<string, LuciOption>): Objection | undefined {
  options.get("name")?.triggerValidation(section);
  // Only the name is validated anew: a list would forget the wrong member that its widget found while it was typed.
  for (const [field, option] of options) {
    if (!option.isValid(section)) {
      return { kind: "error", field, text: option.getValidationError(section) };
    }
  }
  return undefined;
}

/** A row like those of the form. */
function fieldRow(name: string, title: string, parts: Node[]): HTMLElement {
  return E("div", { class: "cbi-value", role: "group", "aria-label": title, "data-name": name }, [
    E("div", { class: "cbi-value-title" }, [title]),
    E("div", { class: "cbi-value-field" }, parts),
  ]);
}

function boxRow(
  name: "provider" | "access",
  help: string,
  entries: { [value: string]: string },
  ticked: string[],
): { node: HTMLElement; value: () => string[] } {
  const boxes = Object.keys(entries).map((value) => {
    const checked = ticked.includes(value) ? "" : null;
    return E("input", { type: "checkbox", value, "data-name": `at-${value}`, checked }) as HTMLInputElement;
  });
  const lines = boxes.map((box) => E("label", {}, [box, " ", entries[box.value] ?? ""]));
  const node = fieldRow(name, listTitle(name), [
    E("div", { class: "sso-login-places" }, lines),
    E("div", { class: "cbi-value-description" }, [help]),
  ]);
  return { node, value: () => boxes.filter(({ checked }) => checked).map(({ value }) => value) };
}

/** Opens the dialog. Its button takes the changes over into the page. */
export async function openRoleDialog(task: DialogTask): Promise<void> {
  const { role, offered } = task;
  const map = new form.JSONMap({ [section]: { ...role } }, "");
  const options = addFields(map, task);
  const names = [...new Set([...allNames(task.model), ...role.provider])];
  // A user ID of another provider counts no more (`rules_listing` of rights/role_matching).
  const providersHelp = _(
    "The role applies at these providers. User IDs belong to their own provider; once this choice has been changed, it must be one of them.",
  );
  const providers = boxRow(
    "provider",
    providersHelp,
    Object.fromEntries(names.map((name) => [name, name])),
    providersOf(role),
  );
  const access = boxRow("access", _("Leave empty for people."), accessTitles(), role.access);
  const picker = rightsPicker(offered, { read: role.read, write: role.write });
  const message = E("div", { "aria-live": "assertive" });
  const fields = await map.render();
  const focus = (field: string): void => fields.querySelector<HTMLElement>(`[data-name="${field}"] input`)?.focus();
  const noteShown = createConfirmation();
  /** Adds the pattern that is typed to the rights, and gives the role as it is entered. */
  const takeEntered = (): EditedRole => {
    const listed = (list: (typeof memberLists)[number]): string[] =>
      [options.get(list)?.formvalue(section) ?? []].flat().filter((member) => member !== "");
    const text = options.get("name")?.formvalue(section);
    const provider = listOfTicked(providers.value(), role);
    return {
      ...withSubjects(role, listed("sub"), subjectIssuers({ provider }, task.model)),
      ...picker.addTyped(),
      name: typeof text === "string" ? text.trim() : "",
      email: listed("email"),
      group: listed("group"),
      client: listed("client"),
      access: access.value(),
      provider,
    };
  };
  const repair = (): void => {
    picker.add(luci_group);
    finish();
  };
  /** The field of the error that is shown. */
  let wrong = "";
  const show = (objection: Objection): void => {
    const { kind, text } = objection;
    const more = kind === "no_luci" ? [" ", button("repair", _("Add luci-base"), repair)] : [];
    wrong = kind === "error" ? objection.field : "";
    if (wrong !== "") {
      focus(wrong);
    }
    dom.content(message, [notice(kind === "question" ? "warning" : "error", [text, ...more])]);
  };
  const forget = ({ target }: Event): void => {
    if (wrong !== "" && target instanceof Element && target.closest(`[data-name="${wrong}"]`) !== null) {
      dom.content(message, []);
    }
  };
  ["input", "cbi-dynlist-change"].forEach((event) => fields.addEventListener(event, forget));
  const finish = (): void => {
    const wanted = takeEntered();
    const objection = problemOf(options) ?? objectionTo(wanted, offered, providers.value());
    const isRepeated = noteShown([wanted, objection]);
    if (objection === undefined || (objection.kind === "question" && isRepeated)) {
      closeDialog();
      task.done(wanted);
    } else {
      show(objection);
    }
  };
  const rows = ["sub", "client"].map((list) => fields.querySelector(`[data-name="${list}"]`));
  foldRows(_("User IDs, programs"), [...rows.flatMap((row) => row ?? []), access.node]);
  nameFields(fields);
  if (names.length > 1) {
    fields.append(providers.node);
  }
  openDialog(task.title, [fields, fieldRow("", _("Rights"), [picker.node]), message], _("OK"), finish);
  // A template has a name, and no members yet.
  focus(role.name === "" ? "name" : "email");
}
