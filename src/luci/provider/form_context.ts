/** The context of a form of options, which its fields share. */
import type { OptionsAnswer, SavedAnswer } from "../../sso_login/entry_points/ubus_answers";
import type { Values } from "../saving/changes";
import { tellChange } from "../kit/change_event";

/** The provider whose options a form shows. */
export interface FormProvider {
  /** The name of the section, as it is typed now. */
  name: () => string;
  /** Of a further provider: the problem of such a name. */
  nameProblem?: (name: string) => string | undefined;
  /** The names of further providers, as the page shows them. */
  further: () => string[];
}

export interface FormContext {
  map: LuciMap;
  /** The section of the JSONMap that holds the options. */
  id: string;
  saved: OptionsAnswer;
  /** The values that the form begins with. */
  values: Values;
  provider: FormProvider;
  section: LuciSection;
  /** Whether the failure of a call has been reported. */
  failed: (failure: unknown) => boolean;
  /** Options by name. */
  options: Map<string, LuciOption>;
  /** The router's public keys. */
  jwks: SavedAnswer["jwks"];
}

/** The text in an option's field, without blanks around it. */
export function fieldText({ options, id }: FormContext, name: string): string {
  const value = options.get(name)?.formvalue(id);
  return typeof value === "string" ? value.trim() : "";
}

export function isEnabled(context: FormContext): boolean {
  return fieldText(context, "enabled") === "1";
}

/** Puts a value into an option's field. */
export function setField({ options, id }: FormContext, name: string, value: string): void {
  options.get(name)?.getUIElement(id)?.setValue(value);
  options.get(name)?.triggerValidation(id);
  tellChange();
}
