/** The form of the settings page: LuCI's form classes over the answer of the service. Only `collect` reads it. */
import type { EditedSettings, SavedSettings } from "./changes";
import { fieldGroups, fields } from "./fields";
import { main, shown, type Parts } from "./form_parts";
import { addOptionFields } from "./option_fields";
import { leadToField, type Problem } from "./problems";

export interface SettingsForm {
  render(): Promise<HTMLElement>;
  /** What an option's field shows. */
  value(option: string): string;
  /** What the form shows, or what is wrong with it: one text for each wrong field. */
  collect(): { edited: Omit<EditedSettings, "roles">; problems: Problem[] };
}

/** What the page calls an option. */
export function titleOf(option: string): string {
  const titles = new Map(fields().map((field): [string, string] => [field.option, field.title]));
  titles.set("client_secret", _("Client secret"));
  return titles.get(option) ?? option;
}

/** The wrong fields' messages, each with the field's title. */
function problemsOf(options: Map<string, LuciOption>): Problem[] {
  const problems: Problem[] = [];
  for (const [name, option] of options) {
    // What a field must be may depend on others.
    option.triggerValidation(main);
    if (option.isActive(main) && !option.isValid(main)) {
      const text = `${titleOf(name)}: ${option.getValidationError(main)}`;
      problems.push({ text, lead: () => leadToField(name) });
    }
  }
  return problems;
}

function collect(parts: Parts): ReturnType<SettingsForm["collect"]> {
  const problems = problemsOf(parts.options);
  const values: EditedSettings["values"] = {};
  for (const { option } of fields()) {
    values[option] = shown(parts.options.get(option), main);
  }
  const secret = parts.options.get("client_secret")?.formvalue(main);
  const edited = {
    values,
    clientSecret: typeof secret === "string" ? secret : "",
    removeClientSecret: shown(parts.options.get("_forget"), main) === "1",
  };
  return { edited, problems };
}

/** The form with a heading above each group of fields. */
async function render(map: LuciMap): Promise<HTMLElement> {
  const node = await map.render();
  for (const { title, first } of fieldGroups()) {
    node.querySelector(`[data-name="${first}"]`)?.before(E("h4", {}, [title]));
  }
  return node;
}

/** The form over what is saved. */
export function settingsForm(saved: SavedSettings, mayWrite: boolean): SettingsForm {
  const map = new form.JSONMap(
    { [main]: { ...saved.values } },
    _("Single Sign-On"),
    _("Logging in to this router through an OpenID Connect provider."),
  );
  map.readonly = !mayWrite;
  const section = map.section(form.NamedSection, main, main);
  section.tab("provider", _("Provider"));
  section.tab("advanced", _("More settings"));
  const parts: Parts = { map, saved, section, options: new Map() };
  addOptionFields(parts);
  return {
    render: () => render(map),
    value: (option) => shown(parts.options.get(option), main),
    collect: () => collect(parts),
  };
}
