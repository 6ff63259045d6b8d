/** The dialog that edits one role. */
import type { EditedRole, SavedSettings } from "./changes";
import { rightsPicker } from "./rights_picker";
import { memberProblem, roleNameProblem } from "./validation";

/** The one section of the dialog's form. */
const section = "role";

/** The lists of people; those of rights have a field of their own. */
const people = ["email", "group", "sub"] as const;

function listOf(value: string | string[] | null): string[] {
  const members = typeof value === "string" ? [value] : (value ?? []);
  return members.filter((member) => member !== "");
}

export interface DialogTask {
  title: string;
  role: EditedRole;
  saved: SavedSettings;
  /** The names of the other roles. */
  others: string[];
  /** What the page has as issuer, to which subjects belong. */
  issuer: string;
  /** The field that has the focus at first. */
  focus?: string;
  /** Gets the role when it is right. */
  done(role: EditedRole): void;
}

/** Fields of the form by name. */
function addFields(map: LuciMap, { others, saved }: DialogTask): Map<string, LuciOption> {
  const named = map.section(form.NamedSection, section, section);
  const options = new Map<string, LuciOption>();
  const name = named.option(form.Value, "name", _("Name"), _("Letters, digits and _; sessions are named after it."));
  name.validate = (_section, value) => roleNameProblem(value.trim(), others, saved.logins) ?? true;
  options.set("name", name);
  const texts = {
    email: [_("E-mail addresses"), _("Who has one of them has this role. Upper and lower case are the same.")],
    group: [_("Groups"), _("Who is in one of them at the provider has this role. They are compared exactly.")],
    sub: [_("Subjects"), _("The provider's own ids of users (claim sub), which never change hands.")],
  } as const;
  for (const list of people) {
    const [title, help] = texts[list];
    const option = named.option(form.DynamicList, list, title, help);
    option.validate = (_section, value) => memberProblem(value) ?? true;
    options.set(list, option);
  }
  return options;
}

/** The first wrong field and what is wrong with it. */
function problemOf(options: Map<string, LuciOption>): { field: string; message: string } | undefined {
  // A list's widget would forget a wrong member here.
  options.get("name")?.triggerValidation(section);
  for (const [field, option] of options) {
    if (!option.isValid(section)) {
      return { field, message: option.getValidationError(section) };
    }
  }
  return undefined;
}

/** Opens the dialog. What it changes counts when it is closed by its button, and for the page alone. */
export async function openRoleDialog(task: DialogTask): Promise<void> {
  const { role, saved } = task;
  const data = { [section]: { name: role.name, email: role.email, group: role.group, sub: role.sub } };
  const map = new form.JSONMap(data, "");
  const options = addFields(map, task);
  const picker = rightsPicker(saved.access_groups, { read: role.read, write: role.write });
  const message = E("div", { "aria-live": "assertive" });
  const fields = await map.render();
  const focus = (field: string): void => fields.querySelector<HTMLElement>(`[data-name="${field}"] input`)?.focus();
  const finish = (): void => {
    const problem = problemOf(options);
    if (problem !== undefined) {
      dom.content(message, [E("p", { class: "alert-message error" }, [problem.message])]);
      focus(problem.field);
      return;
    }
    const text = options.get("name")?.formvalue(section);
    const sub = listOf(options.get("sub")?.formvalue(section) ?? null);
    ui.hideModal();
    task.done({
      ...role,
      ...picker.value(),
      name: typeof text === "string" ? text.trim() : "",
      email: listOf(options.get("email")?.formvalue(section) ?? null),
      group: listOf(options.get("group")?.formvalue(section) ?? null),
      sub,
      ...(sub.length > 0 ? { sub_issuer: role.sub_issuer ?? task.issuer } : {}),
    });
  };
  const rights = E("div", { class: "cbi-value" }, [
    E("label", { class: "cbi-value-title" }, [_("Rights")]),
    E("div", { class: "cbi-value-field" }, [picker.node]),
  ]);
  ui.showModal(
    task.title,
    [
      E("div", { class: "sso-login-page sso-login-dialog" }, [fields, rights, message]),
      E("div", { class: "right button-row" }, [
        E("button", { class: "btn cbi-button", click: () => ui.hideModal() }, [_("Dismiss")]),
        " ",
        E("button", { class: "btn cbi-button cbi-button-positive important", "data-name": "done", click: finish }, [
          _("OK"),
        ]),
      ]),
    ],
    "cbi-modal",
  );
  focus(task.focus ?? "name");
}
