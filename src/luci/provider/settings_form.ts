/** The form of a provider's options and of the router's, of LuCI's form classes. */
import type { OptionsAnswer } from "../../sso_login/entry_points/ubus_answers";
import type { EditedOptions, Values } from "../saving/changes";
import { fieldGroups, titleOf } from "./fields";
import { fieldText, setField, type FormContext, type FormProvider } from "./form_context";
import { addOptionFields, followProvider } from "./option_fields";
import { leadToField, titledText, type ProblemLine } from "../kit/problems";
import { addPanels, foldRows, watchPanels, type Panel } from "../kit/tabs";

export interface SettingsForm {
  /** Draws the fields, with panels below those of a tab. */
  render(panels?: Panel[]): Promise<HTMLElement>;
  /** The text in an option's field. */
  value: (option: string) => string;
  /** Puts a value into an option's field. */
  set: (option: string, value: string) => void;
  /** Leads to an option's field. */
  lead: (option: string) => void;
  /** Follows a provider that was added, renamed or deleted. */
  follow: (from: string, to: string) => void;
  /** The values in the form, right or wrong. */
  shown(): EditedOptions;
  /** One line for each wrong field. */
  problems(): ProblemLine[];
}

/** The wrong fields' messages, each with the field's title. */
function problemsOf({ options, id }: FormContext, lead: (option: string) => void): ProblemLine[] {
  const problems: ProblemLine[] = [];
  for (const [name, option] of options) {
    // The rule of a field may depend on other fields.
    option.triggerValidation(id);
    if (option.isActive(id) && !option.isValid(id)) {
      problems.push({ text: titledText(titleOf(name), option.getValidationError(id)), lead: () => lead(name) });
    }
  }
  return problems;
}

/** The values in the fields, and those from before of options without a field. */
function collect(context: FormContext, before: Values): EditedOptions {
  const fields = [...context.options.keys()].filter((name) => !name.startsWith("_") && name !== "client_secret");
  const secret = context.options.get("client_secret")?.formvalue(context.id);
  return {
    values: { ...before, ...Object.fromEntries(fields.map((name) => [name, fieldText(context, name)])) },
    clientSecret: typeof secret === "string" ? secret : "",
    removeClientSecret: fieldText(context, "_forget") === "1",
  };
}

/** The form with panels, and with each group of fields folded. */
async function render({ map, section, options }: FormContext, panels: Panel[]): Promise<HTMLElement> {
  addPanels(section, panels);
  const node = await map.render();
  for (const { title, fields } of fieldGroups()) {
    const shown = fields.filter(({ option }) => options.has(option));
    const rows = shown.map(({ option }) => node.querySelector(`[data-tab="advanced"] > [data-name="${option}"]`));
    foldRows(
      title,
      rows.flatMap((row) => row ?? []),
    );
  }
  await watchPanels(node, panels);
  return node;
}

export interface FormTask {
  /** A name that no other form of the page has. */
  id: string;
  title: string;
  about: string;
  provider: FormProvider;
  saved: OptionsAnswer;
  jwks: FormContext["jwks"];
  mayWrite: boolean;
  /** Values to show in the place of the saved ones. */
  instead?: Pick<EditedOptions, "values"> & Partial<EditedOptions>;
  /** Whether the failure of a call has been reported. */
  failed: (failure: unknown) => boolean;
}

export function settingsForm(task: FormTask): SettingsForm {
  const { id, provider, saved, jwks, failed, instead } = task;
  const values = instead?.values ?? saved.values;
  const typed = instead?.clientSecret ? { client_secret: instead.clientSecret } : {};
  const forget = instead?.removeClientSecret === true ? { _forget: "1" } : {};
  const data = { [id]: { ...values, ...typed, ...forget, _name: provider.name() } };
  const map = new form.JSONMap(data, task.title, task.about);
  map.readonly = !task.mayWrite;
  const section = map.section(form.NamedSection, id, id);
  section.tab("provider", _("Provider"));
  if (provider.nameProblem === undefined) {
    section.tab("roles", _("Roles"));
    section.tab("sessions", _("Sessions"));
  }
  section.tab("advanced", _("Advanced"));
  const context: FormContext = { map, id, saved, values, provider, section, failed, jwks, options: new Map() };
  addOptionFields(context);
  let node: HTMLElement | undefined;
  const lead = (option: string): void => leadToField(option, node);
  return {
    render: async (panels = []) => (node = await render(context, panels)),
    // LuCI has no fields before they are drawn.
    value: (option) => (node === undefined ? (values[option] ?? "") : fieldText(context, option)),
    set: (option, value) => setField(context, option, value),
    lead,
    follow: (from, to) => followProvider(context, node, from, to),
    shown: () => collect(context, values),
    problems: () => problemsOf(context, lead),
  };
}
