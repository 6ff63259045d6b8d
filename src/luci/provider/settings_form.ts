/** The form of a provider's options and of the router's, of LuCI's form classes. */
import type { EditedOptions } from "../saving/changes";
import { decorateAddresses } from "./address_fields";
import { fieldGroups } from "./fields";
import { fieldOptions, fieldText, setFields, type FormContext, type FormTask } from "./form_context";
import { addOptionFields, offerProviders } from "./option_fields";
import { leadToField, type ProblemLine, type ProblemList } from "../kit/problems";
import { addPanels, foldRows, watchPanels, type Panel } from "../kit/tabs";

export interface SettingsForm {
  /** Draws the fields, with a button that registers the router, and with panels below those of a tab. */
  render(register: () => void, panels?: Panel[]): Promise<HTMLElement>;
  value: (option: string) => string;
  set: (option: string, value: string) => void;
  lead: (option: string) => void;
  /** Shows values that another part has changed. */
  draw(values: EditedOptions["values"]): void;
  /** Marks the fields that are wrong, and shows the problems in a place; true where there are none. */
  showProblems(problems: ProblemLine[], place: ProblemList): boolean;
}

export function settingsForm(task: FormTask): SettingsForm {
  const { provider, start } = task;
  const isFurther = provider.nameProblem !== undefined;
  const id = isFurther ? "provider" : "settings";
  const typed = start.clientSecret ? { client_secret: start.clientSecret } : {};
  const forget = start.removeClientSecret === true ? { _forget: "1" } : {};
  const data = { [id]: { ...start.values, ...typed, ...forget, _name: provider.name() } };
  const about = _("Logging in to this router through an OpenID Connect provider.");
  const map = new form.JSONMap(data, isFurther ? "" : _("Single Sign-On"), isFurther ? "" : about);
  map.readonly = !task.mayWrite;
  const section = map.section(form.NamedSection, id, id);
  section.tab("provider", _("Provider"));
  if (!isFurther) {
    section.tab("roles", _("Roles"));
    section.tab("sessions", _("Sessions"));
  }
  section.tab("advanced", _("Advanced"));
  const context: FormContext = { ...task, id, section, options: new Map() };
  const { options } = context;
  addOptionFields(context);
  let node: HTMLElement | undefined;
  return {
    render: async (register, panels = []) => {
      decorateAddresses(context, register);
      addPanels(section, panels);
      const drawn = await map.render();
      node = drawn;
      offerProviders(context, drawn, start.values);
      for (const { title, fields } of fieldGroups()) {
        const shown = fields.filter(({ option }) => options.has(option));
        const rows = shown.map(({ option }) => drawn.querySelector(`[data-tab="advanced"] > [data-name="${option}"]`));
        foldRows(
          title,
          rows.flatMap((row) => row ?? []),
        );
      }
      const tell = (): void => context.report(fieldOptions(context));
      ["input", "change", "widget-change"].forEach((event) => drawn.addEventListener(event, tell));
      tell();
      await watchPanels(drawn, panels);
      return drawn;
    },
    value: (option) => fieldText(context, option),
    set: (option, value) => setFields(context, { [option]: value }),
    lead: (option) => leadToField(option, node),
    draw: (values) => {
      offerProviders(context, node, values);
      const changed = [...options.keys()].flatMap((option) => {
        const value = values[option];
        return value === undefined || fieldText(context, option) === value ? [] : [[option, value] as const];
      });
      if (node !== undefined && changed.length > 0) {
        setFields(context, Object.fromEntries(changed));
      }
    },
    showProblems: (problems, place) => {
      options.forEach((option) => option.triggerValidation(id));
      place.clear();
      if (problems.length > 0) {
        place.show(_("Some fields are wrong:"), problems);
      }
      return problems.length === 0;
    },
  };
}
