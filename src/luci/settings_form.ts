/** The form of the settings page: LuCI's form classes over the answer of the service. Only `collect` reads it. */
import { roleLists, type EditedSettings, type SavedSettings } from "./changes";
import { fields } from "./fields";
import { keepShown, main, savedNameKey, shown, type Parts } from "./form_parts";
import { addOptionFields } from "./option_fields";
import { addRoleFields, collectRole, letRolesComeAndGo } from "./role_fields";

export interface SettingsForm {
  map: LuciMap;
  /** What the page shows, or what is wrong with it: one text for each wrong field. */
  collect(): { edited: EditedSettings; problems: string[] };
}

/** The wrong fields' messages, each with the field's title. */
function problemsOf(options: Map<string, LuciOption>, sectionId: string, titles: Map<string, string>): string[] {
  const problems: string[] = [];
  for (const [name, option] of options) {
    // What a field must be may depend on others. A list's widget would forget a wrong member here.
    if (!(roleLists as readonly string[]).includes(name)) {
      option.triggerValidation(sectionId);
    }
    if (option.isActive(sectionId) && !option.isValid(sectionId)) {
      problems.push(`${titles.get(name) ?? name}: ${option.getValidationError(sectionId)}`);
    }
  }
  return problems;
}

function collect(parts: Parts): { edited: EditedSettings; problems: string[] } {
  keepShown(parts);
  const titles = new Map(fields().map(({ option, title }): [string, string] => [option, title]));
  titles.set("client_secret", _("Client secret")).set("name", _("Name"));
  const problems = problemsOf(parts.options, main, titles);
  for (const sectionId of parts.roles.cfgsections()) {
    problems.push(...problemsOf(parts.roleOptions, sectionId, titles));
  }
  const values: EditedSettings["values"] = {};
  for (const { option } of fields()) {
    values[option] = shown(parts.options.get(option), main);
  }
  const secret = parts.options.get("client_secret")?.formvalue(main);
  return {
    edited: {
      values,
      clientSecret: typeof secret === "string" ? secret : "",
      removeClientSecret: shown(parts.options.get("_forget"), main) === "1",
      roles: parts.roles.cfgsections().map((sectionId) => collectRole(parts, sectionId)),
    },
    problems,
  };
}

/** The form over what is saved. */
export function settingsForm(saved: SavedSettings, mayWrite: boolean): SettingsForm {
  const data = {
    [main]: { ...saved.values },
    role: saved.roles.map((role, index) => ({ ...role, ".name": `role_${index}`, [savedNameKey]: role.name })),
  };
  const map = new form.JSONMap(
    data,
    _("Single Sign-On"),
    _("Logging in to this router through an OpenID Connect provider."),
  );
  map.readonly = !mayWrite;
  const section = map.section(form.NamedSection, main, main);
  section.tab("provider", _("Provider"));
  section.tab("advanced", _("Advanced"));
  const about = _(
    "A role gives users rights on this router. The rights of several roles add up; without a role nobody gets in.",
  );
  const roles = map.section(form.TypedSection, "role", _("Roles"), about);
  roles.anonymous = true;
  roles.addremove = mayWrite;
  roles.addbtntitle = _("Add role");
  const parts: Parts = { map, saved, section, roles, options: new Map(), roleOptions: new Map() };
  addOptionFields(parts);
  addRoleFields(parts);
  letRolesComeAndGo(parts);
  return { map, collect: () => collect(parts) };
}
