/** LuCI's login page, as a browser without a session gets it from this router. */
import type { Io } from "../base/io";

/** Whether the page has the button of single sign-on; `absent` on a router without LuCI. */
export type LoginPage = "absent" | "with_button" | "without_button";

/** Opens the page by the script of the package for LuCI; without that package there is no button. */
export function open(io: Io): LoginPage {
  if (io.file_info(io.paths.luci) === undefined) {
    return "absent";
  }
  return io.succeeds("/bin/sh", io.paths.login_page) ? "with_button" : "without_button";
}
