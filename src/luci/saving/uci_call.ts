/** Options and lists of a section. */
export interface UciValues {
  [option: string]: string | string[];
}

/** A call of rpcd's object `uci` on the package `sso-login`. */
export type UciCall =
  | { method: "add"; type: string; name: string; values: UciValues }
  | { method: "set"; section: string; values: UciValues }
  | { method: "delete"; section: string; options?: string[] }
  | { method: "rename"; section: string; name: string }
  | { method: "order"; sections: string[] };
