/** One option of UCI through libuci's Lua binding: all that the probe needs, which the login page asks on every visit. */
import { err, ok, type Result } from "../../sso_login/result";

/** Opens a cursor; `root` stands for `/`. */
export function open(root: string): UciCursor {
  const uci = require("uci") as { cursor: (this: void, confdir?: string, savedir?: string) => UciCursor };
  return root !== "" ? uci.cursor(root + "/etc/config", root + "/tmp/.uci") : uci.cursor();
}

/**
 * Whether libuci's message says that there is no such thing, rather than a file it cannot parse. A missing section is an
 * "Invalid argument" there; the text may go on with the place of an earlier error.
 */
function is_not_found(message: string | undefined): boolean {
  const text = message !== undefined ? string.lower(message) : "not found";
  return (
    (string.find(text, "not found", 1, true)[0] ?? string.find(text, "invalid argument", 1, true)[0]) !== undefined
  );
}

/** As `Io.uci_get`. */
export function get(
  cursor: UciCursor,
  config: string,
  section: string,
  option: string,
): Result<string | string[] | undefined> {
  const [value, message] = cursor.get(config, section, option);
  return value !== undefined || is_not_found(message) ? ok(value) : err("UCI_ERROR", { config, reason: message });
}
