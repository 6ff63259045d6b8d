/** UCI through libuci's Lua binding. */
import { err, ok, type Result } from "../../sso_login/result";
import type { Io, UciSection } from "../../sso_login/base/io";

/** Opens a cursor; `root` replaces `/`. */
function open_cursor(root: string): UciCursor {
  const uci = require("uci") as { cursor: (this: void, confdir?: string, savedir?: string) => UciCursor };
  return root !== "" ? uci.cursor(root + "/etc/config", root + "/tmp/.uci") : uci.cursor();
}

/**
 * Whether libuci's message says that a package, section or option does not exist, and not that it cannot parse a file. For a
 * missing section libuci says "Invalid argument"; the place of an earlier error may follow.
 */
function is_not_found(message: string | undefined): boolean {
  const text = message !== undefined ? string.lower(message) : "not found";
  return (
    (string.find(text, "not found", 1, true)[0] ?? string.find(text, "invalid argument", 1, true)[0]) !== undefined
  );
}

function get_option(
  cursor: UciCursor,
  config: string,
  section: string,
  option: string,
): Result<string | string[] | undefined> {
  const [value, message] = cursor.get(config, section, option);
  return value !== undefined || is_not_found(message) ? ok(value) : err("UCI_ERROR", { config, reason: message });
}

/** A section as libuci-lua gives it: options beside `.name`, `.type`, `.anonymous` and `.index`. */
function to_section(raw: LuaTable<string, unknown>): UciSection {
  const options: UciSection["options"] = {};
  for (const [key, value] of pairs(raw)) {
    if (key.charAt(0) !== ".") {
      options[key] = value as string | string[];
    }
  }
  return {
    name: raw.get(".name") as string,
    type: raw.get(".type") as string,
    anonymous: raw.get(".anonymous") === true,
    options,
  };
}

function sections_of(all: LuaTable<string, LuaTable<string, unknown>>): UciSection[] {
  const raw: LuaTable<string, unknown>[] = [];
  for (const [, section] of pairs(all)) {
    raw.push(section);
  }
  table.sort(raw, (a, b) => (a.get(".index") as number) < (b.get(".index") as number));
  return raw.map((section) => to_section(section));
}

export type UciFunctions = Pick<
  Io,
  "uci_get" | "uci_sections" | "uci_add" | "uci_set" | "uci_delete" | "uci_save" | "uci_commit"
>;

/** The UCI functions on one cursor, opened when first used; `root` replaces `/`. */
export function make(root: string): UciFunctions {
  let opened: UciCursor | undefined;
  const cursor = (): UciCursor => {
    if (opened === undefined) {
      opened = open_cursor(root);
    }
    return opened;
  };
  return {
    uci_get: (config, section, option) => get_option(cursor(), config, section, option),
    uci_sections: (config) => {
      // A cursor reads a file once, and the file may have changed since.
      cursor().unload(config);
      const [all, message] = cursor().get_all(config);
      return all !== undefined
        ? ok(sections_of(all))
        : err("UCI_ERROR", { config, reason: message ?? "no such package" });
    },
    uci_add: (config, section, type) => cursor().set(config, section, type) === true,
    uci_set: (config, section, option, value) => cursor().set(config, section, option, value) === true,
    uci_delete: (config, section, option) => {
      const deleted =
        option !== undefined ? cursor().delete(config, section, option) : cursor().delete(config, section);
      return deleted === true;
    },
    uci_save: (config) => cursor().save(config) === true,
    uci_commit: (config) => cursor().commit(config) === true,
  };
}
