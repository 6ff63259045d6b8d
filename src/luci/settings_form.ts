/** The form of the settings page: LuCI's form classes over the answer of the service. Only `collect` reads it. */
import type { EditedSettings, SavedSettings } from "./changes";
import { fieldGroups, fields, titleOf } from "./fields";
import { main, shown, type Parts } from "./form_parts";
import { addOptionFields, setField } from "./option_fields";
import { leadToField, named, type Problem } from "./problems";

export interface SettingsForm {
  render(): Promise<HTMLElement>;
  /** What an option's field shows. */
  value(option: string): string;
  /** Puts a value into an option's field, and leads there. */
  set(option: string, value: string): void;
  /** What the form shows, right or wrong. */
  shown(): Omit<EditedSettings, "roles">;
  /** What is wrong with it: one text for each wrong field. */
  problems(): Problem[];
}

/** The wrong fields' messages, each with the field's title. */
function problemsOf(options: Map<string, LuciOption>): Problem[] {
  const problems: Problem[] = [];
  for (const [name, option] of options) {
    // What a field must be may depend on others.
    option.triggerValidation(main);
    if (option.isActive(main) && !option.isValid(main)) {
      const text = named(titleOf(name), option.getValidationError(main));
      problems.push({ text, lead: () => leadToField(name) });
    }
  }
  return problems;
}

function collect(parts: Parts): ReturnType<SettingsForm["shown"]> {
  const values: EditedSettings["values"] = {};
  for (const { option } of fields()) {
    values[option] = shown(parts.options.get(option), main);
  }
  const secret = parts.options.get("client_secret")?.formvalue(main);
  return {
    values,
    clientSecret: typeof secret === "string" ? secret : "",
    removeClientSecret: shown(parts.options.get("_forget"), main) === "1",
  };
}

/** The form with a heading above each group of fields. */
async function render(map: LuciMap): Promise<HTMLElement> {
  const node = await map.render();
  for (const { title, first } of fieldGroups()) {
    node.querySelector(`[data-name="${first}"]`)?.before(E("h3", {}, [title]));
  }
  return node;
}

/** What the form is given. */
export interface FormTask {
  saved: SavedSettings;
  mayWrite: boolean;
  /** What it shows in the place of what is saved. */
  instead?: Omit<EditedSettings, "roles">;
  /** True where it has been said what the failure of a call is. */
  failed: (failure: unknown) => boolean;
}

/** The form over what is saved, or over what is to be shown instead. */
export function settingsForm({ saved, mayWrite, instead, failed }: FormTask): SettingsForm {
  const forget = instead?.removeClientSecret === true ? { _forget: "1" } : {};
  const map = new form.JSONMap(
    { [main]: { ...(instead?.values ?? saved.values), ...forget } },
    _("Single Sign-On"),
    _("Logging in to this router through an OpenID Connect provider."),
  );
  map.readonly = !mayWrite;
  const section = map.section(form.NamedSection, main, main);
  section.tab("provider", _("Provider"));
  section.tab("advanced", _("More settings"));
  const parts: Parts = { map, saved, section, failed, options: new Map() };
  addOptionFields(parts);
  return {
    render: () => render(map),
    value: (option) => shown(parts.options.get(option), main),
    set: (option, value) => {
      setField(parts, option, value);
      leadToField(option);
    },
    shown: () => collect(parts),
    problems: () => problemsOf(parts.options),
  };
}
