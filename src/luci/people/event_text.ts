/** Entries of the log in words. */
import { fill } from "../../sso_login/base/log_texts";
import type { Entry } from "../../sso_login/entry_points/login_history";

/** The event of a log entry. */
export function eventText({ code, role, packages, why }: Entry): string {
  const changed = (packages ?? "").split(",").join(", ");
  if (code === "LOGIN_GRANTED") {
    return fill(_("Logged in with role %{role}"), { role });
  }
  if (changed !== "") {
    const text =
      code === "CHANGED" ? _("Changed %{packages}") : _("Not confirmed in time, and taken back: %{packages}");
    return fill(text, { packages: changed });
  }
  if (code === "TEST_LOGIN") {
    return why === "" ? _("Test login") : `${_("Test login")}: ${why}`;
  }
  return why === "" ? code : `${code}: ${why}`;
}
