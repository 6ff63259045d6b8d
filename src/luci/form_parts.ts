/** What the parts of the settings page's form share. */
import type { SavedSettings } from "./changes";

/** The one section of JSONMap's that holds the options. */
export const main = "settings";

/** Under which key a role on the page remembers the name of its section. */
export const savedNameKey = "saved_name";

export interface Parts {
  map: LuciMap;
  saved: SavedSettings;
  section: LuciSection;
  roles: LuciSection;
  /** Options of the main section by name, and those of the roles. */
  options: Map<string, LuciOption>;
  roleOptions: Map<string, LuciOption>;
}

/** An option's value as the page shows it now; text without the blanks around it. */
export function shown(option: LuciOption | undefined, sectionId: string): string {
  const value = option?.formvalue(sectionId);
  return typeof value === "string" ? value.trim() : "";
}

export function isEnabled(parts: Parts): boolean {
  return shown(parts.options.get("enabled"), main) === "1";
}

/**
 * Takes what all fields show into JSONMap's data, so that nothing typed is lost when the form is drawn anew. The field
 * that has the focus loses it first: removed with it, it would still say that it has changed, and LuCI look for widgets
 * that are gone.
 */
export function keepShown(parts: Parts): void {
  if (document.activeElement instanceof HTMLElement) {
    document.activeElement.blur();
  }
  const keep = (sectionId: string, options: Map<string, LuciOption>): void => {
    for (const [name, option] of options) {
      if (option.isActive(sectionId)) {
        parts.map.data.set("json", sectionId, name, option.formvalue(sectionId));
      }
    }
  };
  keep(main, parts.options);
  parts.roles.cfgsections().forEach((sectionId) => keep(sectionId, parts.roleOptions));
}
