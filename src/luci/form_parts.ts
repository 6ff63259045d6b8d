/** What the forms of the first provider and of the others share. */
import type { SavedOptions, Values } from "./changes";

/** Whose options a form shows. */
export interface Subject {
  /** The name of the section, as it is typed now. */
  name: () => string;
  /** Of a further provider: what is wrong with that name. */
  nameProblem?: (name: string) => string | undefined;
  /** The names of further providers, as the page shows them. */
  further: () => string[];
}

export interface Parts {
  map: LuciMap;
  /** The form's own section of JSONMap's, which holds the options. */
  id: string;
  saved: SavedOptions;
  /** What the form begins with. */
  values: Values;
  subject: Subject;
  section: LuciSection;
  /** True where it has been said what the failure of a call is. */
  failed: (failure: unknown) => boolean;
  /** Options by name. */
  options: Map<string, LuciOption>;
  /** The router's public keys; "" where there is none. */
  jwks: string;
}

/** An option's value as the page shows it now; text without the blanks around it. */
export function shown({ options, id }: Parts, name: string): string {
  const value = options.get(name)?.formvalue(id);
  return typeof value === "string" ? value.trim() : "";
}

export function isEnabled(parts: Parts): boolean {
  return shown(parts, "enabled") === "1";
}

/** Puts a value into an option's field. */
export function setField({ options, id }: Parts, name: string, value: string): void {
  options.get(name)?.getUIElement(id)?.setValue(value);
  options.get(name)?.triggerValidation(id);
}
