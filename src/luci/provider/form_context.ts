/** The context of a form of options, which its fields share, and of the trials of the settings. */
import type { OptionsAnswer, SavedAnswer } from "../../sso_login/answers/ubus_answers";
import type { ProblemList } from "../kit/problems";
import type { EditedOptions, EditedSettings } from "../saving/changes";
import type { SettingsModel } from "../saving/settings_model";
import type { Place } from "./settings_problems";

/** The settings under edit as the trials see them: those of the page, or of a provider's dialog. */
export interface Editing {
  /** The settings; undefined after their problems have been shown in a place. */
  collect: (messages: ProblemList) => EditedSettings | undefined;
  /** The one provider that is tried; all without it. */
  provider?: () => string;
  valueOf: (option: string, provider?: string) => string;
  /** Puts a value into an option's field; of a further provider, in its dialog. */
  set: (option: string, value: string, provider?: string) => unknown;
  lead: (place: Place) => unknown;
  /** Keeps what a check has found of a provider's scopes. */
  learnScope: SettingsModel["learnScope"];
  /** Opens the page again, with what is saved by now and with what is not. */
  reopen: () => void;
}

/** A panel that tries the settings under edit, and offers to others that they begin its trial. */
export interface Trial {
  node: HTMLElement;
  /** Shows the panel, and presses its button. */
  begin: () => void;
  /** Makes the room that its result will take, before the page is shown, so that nothing below moves when it comes. */
  makeRoom?: () => void;
}

export interface FormTask {
  /** The provider whose options the form shows. */
  provider: {
    /** The name of the section, as it is typed now. */
    name: () => string;
    /** Of a further provider: the problem of such a name. */
    nameProblem?: (name: string) => string | undefined;
    /** The names of further providers, as the page shows them. */
    further: () => string[];
  };
  /** The options of that provider that were saved when the page began. */
  base: OptionsAnswer;
  jwks: SavedAnswer["jwks"];
  mayWrite: boolean;
  start: Pick<EditedOptions, "values"> & Partial<EditedOptions>;
  /** Takes the options in the fields, right or wrong, after each change. */
  report: (options: EditedOptions) => void;
}

export interface FormContext extends FormTask {
  /** The section of the JSONMap that holds the options: a name that no other form of the page has. */
  id: string;
  section: LuciSection;
  options: Map<string, LuciOption>;
}

/** The text in an option's field, without blanks around it. */
export function fieldText({ options, id }: FormContext, name: string): string {
  const value = options.get(name)?.formvalue(id);
  return typeof value === "string" ? value.trim() : "";
}

/** The values in the fields, and those from before of options without a field. */
export function fieldOptions(context: FormContext): EditedOptions {
  const fields = [...context.options.keys()].filter((name) => !name.startsWith("_") && name !== "client_secret");
  const secret = context.options.get("client_secret")?.formvalue(context.id);
  const texts = Object.fromEntries(fields.map((name) => [name, fieldText(context, name)]));
  return {
    values: { ...context.start.values, ...texts },
    clientSecret: typeof secret === "string" ? secret : "",
    removeClientSecret: fieldText(context, "_forget") === "1",
  };
}

export function setFields(context: FormContext, values: { [option: string]: string }): void {
  const { options, id } = context;
  for (const [name, value] of Object.entries(values)) {
    options.get(name)?.getUIElement(id)?.setValue(value);
    options.get(name)?.triggerValidation(id);
  }
  context.report(fieldOptions(context));
}

/** Has more drawn below an option's field. */
export function drawBelow(option: LuciOption | undefined, more: (field: HTMLElement, value: string) => Node[]): void {
  const draw = option?.renderWidget.bind(option);
  if (option !== undefined && draw !== undefined) {
    option.renderWidget = async (section, index, value) => {
      const field = (await draw(section, index, value)) as HTMLElement;
      return E("div", {}, [field, ...more(field, typeof value === "string" ? value : "")]);
    };
  }
}
