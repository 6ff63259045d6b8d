/** The form of a provider's options, and of the router's: LuCI's form classes over the answer of the service. Only `collect` reads it. */
import type { EditedOptions, SavedOptions, Values } from "./changes";
import { fieldGroups, titleOf } from "./fields";
import { shown, setField, type Parts, type Subject } from "./form_parts";
import { addOptionFields, followProvider } from "./option_fields";
import { leadToField, named, type Problem } from "./problems";

export interface SettingsForm {
  render(): Promise<HTMLElement>;
  /** What an option's field shows. */
  value(option: string): string;
  /** Puts a value into an option's field, and leads there. */
  set: (option: string, value: string) => void;
  /** Leads to an option's field. */
  lead: (option: string) => void;
  /** A provider is there, under another name where the two differ, or gone. */
  follow: (from: string, to: string) => void;
  /** What the form shows, right or wrong. */
  shown(): EditedOptions;
  /** What is wrong with it: one text for each wrong field. */
  problems(): Problem[];
}

/** The wrong fields' messages, each with the field's title. */
function problemsOf({ options, id }: Parts, lead: (option: string) => void): Problem[] {
  const problems: Problem[] = [];
  for (const [name, option] of options) {
    // What a field must be may depend on others.
    option.triggerValidation(id);
    if (option.isActive(id) && !option.isValid(id)) {
      problems.push({ text: named(titleOf(name), option.getValidationError(id)), lead: () => lead(name) });
    }
  }
  return problems;
}

/** What the fields show, and what was there of options without a field. */
function collect(parts: Parts, before: Values): EditedOptions {
  const fields = [...parts.options.keys()].filter((name) => !name.startsWith("_") && name !== "client_secret");
  const secret = parts.options.get("client_secret")?.formvalue(parts.id);
  return {
    values: { ...before, ...Object.fromEntries(fields.map((name) => [name, shown(parts, name)])) },
    clientSecret: typeof secret === "string" ? secret : "",
    removeClientSecret: shown(parts, "_forget") === "1",
  };
}

/** The form with a heading above each group of fields. */
async function render({ map, options }: Parts): Promise<HTMLElement> {
  const node = await map.render();
  for (const { title, members } of fieldGroups()) {
    const top = members.find((option) => options.has(option)) ?? "";
    node.querySelector(`[data-name="${top}"]`)?.before(E("h3", {}, [title]));
  }
  return node;
}

/** What the form is given. */
export interface FormTask {
  /** A name that no other form of the page has. */
  id: string;
  title: string;
  about: string;
  subject: Subject;
  saved: SavedOptions;
  jwks: string;
  mayWrite: boolean;
  /** What it shows in the place of what is saved. */
  instead?: Pick<EditedOptions, "values"> & Partial<EditedOptions>;
  /** True where it has been said what the failure of a call is. */
  failed: (failure: unknown) => boolean;
}

/** The form over what is saved, or over what is to be shown instead. */
export function settingsForm(task: FormTask): SettingsForm {
  const { id, subject, saved, jwks, failed, instead } = task;
  const values = instead?.values ?? saved.values;
  const typed = instead?.clientSecret ? { client_secret: instead.clientSecret } : {};
  const forget = instead?.removeClientSecret === true ? { _forget: "1" } : {};
  const data = { [id]: { ...values, ...typed, ...forget, _name: subject.name() } };
  const map = new form.JSONMap(data, task.title, task.about);
  map.readonly = !task.mayWrite;
  const section = map.section(form.NamedSection, id, id);
  section.tab("provider", _("Provider"));
  section.tab("advanced", _("More settings"));
  const parts: Parts = { map, id, saved, values, subject, section, failed, jwks, options: new Map() };
  addOptionFields(parts);
  let node: HTMLElement | undefined;
  const lead = (option: string): void => leadToField(option, node);
  return {
    render: async () => (node = await render(parts)),
    // LuCI has no fields before they are drawn.
    value: (option) => (node === undefined ? (values[option] ?? "") : shown(parts, option)),
    set: (option, value) => {
      setField(parts, option, value);
      lead(option);
    },
    lead,
    follow: (from, to) => followProvider(parts, node, from, to),
    shown: () => collect(parts, values),
    problems: () => problemsOf(parts, lead),
  };
}
