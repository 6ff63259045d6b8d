/** What the parts of the settings page's form share. */
import type { SavedSettings } from "./changes";

/** The one section of JSONMap's that holds the options. */
export const main = "settings";

export interface Parts {
  map: LuciMap;
  saved: SavedSettings;
  section: LuciSection;
  /** True where it has been said what the failure of a call is. */
  failed: (failure: unknown) => boolean;
  /** Options by name. */
  options: Map<string, LuciOption>;
}

/** An option's value as the page shows it now; text without the blanks around it. */
export function shown(option: LuciOption | undefined, sectionId: string): string {
  const value = option?.formvalue(sectionId);
  return typeof value === "string" ? value.trim() : "";
}

export function isEnabled(parts: Parts): boolean {
  return shown(parts.options.get("enabled"), main) === "1";
}
