/** The form of a provider's options and of the router's, of LuCI's form classes. */
import type { EditedOptions } from "../saving/changes";
import { fieldGroups } from "./fields";
import { fieldOptions, fieldText, setFields, type FormContext, type FormTask } from "./form_context";
import { addOptionFields, offerProviders } from "./option_fields";
import { leadToField } from "../kit/problems";
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
  /** Shows values that another part has changed. */
  draw(values: EditedOptions["values"]): void;
  /** Marks the fields that are wrong. */
  mark(): void;
}

/** The form with panels, and with each group of fields folded. */
async function render(context: FormContext, panels: Panel[]): Promise<HTMLElement> {
  const { map, section, options, report } = context;
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
  const tell = (): void => report(fieldOptions(context));
  ["input", "change", "widget-change"].forEach((event) => node.addEventListener(event, tell));
  tell();
  await watchPanels(node, panels);
  return node;
}

export function settingsForm(task: FormTask): SettingsForm {
  const { id, provider, start } = task;
  const typed = start.clientSecret ? { client_secret: start.clientSecret } : {};
  const forget = start.removeClientSecret === true ? { _forget: "1" } : {};
  const data = { [id]: { ...start.values, ...typed, ...forget, _name: provider.name() } };
  const map = new form.JSONMap(data, task.title, task.about);
  map.readonly = !task.mayWrite;
  const section = map.section(form.NamedSection, id, id);
  section.tab("provider", _("Provider"));
  if (provider.nameProblem === undefined) {
    section.tab("roles", _("Roles"));
    section.tab("sessions", _("Sessions"));
  }
  section.tab("advanced", _("Advanced"));
  const context: FormContext = { ...task, map, section, options: new Map() };
  addOptionFields(context);
  let node: HTMLElement | undefined;
  return {
    render: async (panels = []) => (node = await render(context, panels)),
    value: (option) => fieldText(context, option),
    set: (option, value) => setFields(context, { [option]: value }),
    lead: (option) => leadToField(option, node),
    draw: (values) => {
      offerProviders(context, node, values);
      const changed = [...context.options.keys()].flatMap((option) => {
        const value = values[option];
        return value === undefined || fieldText(context, option) === value ? [] : [[option, value] as const];
      });
      if (node !== undefined && changed.length > 0) {
        setFields(context, Object.fromEntries(changed));
      }
    },
    mark: () => context.options.forEach((option) => option.triggerValidation(id)),
  };
}
