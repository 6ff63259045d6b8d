/** The opening of a session: agreement with rpcd before it and a second look at the configuration after it belong to it. */
import type { Io } from "../base/io";
import type { LogPair } from "../base/log";
import * as names from "../base/names";
import { err, ok, type Err, type Facts, type Result } from "../result";
import type { Config } from "../settings/config";
import type { RoleMatch } from "../settings/roles";
import * as pages from "./pages";
import * as password_upkeep from "./password_upkeep";
import * as reconcile from "./reconcile";
import * as session from "./session";
import type { SessionUser } from "./session";

/** An open session: its id, and the page at which the login is to end, unless that is the web interface's first. */
export interface Opened {
  sid: string;
  return_to?: string;
}

/** What a login asks for. */
export interface Wish {
  user: SessionUser;
  /** The user, for the log. */
  who: LogPair[];
  /** The page at which it is to end. */
  return_to?: string;
}

/** The refusal of a user whose roles open no page. */
function without_page(match: RoleMatch, wish: Wish): Err {
  const details: Facts = { role: match.roles.map((role) => role.name).join(",") };
  for (const pair of wish.who) {
    details[pair[0]] = pair[1];
  }
  return err("ROLE_WITHOUT_PAGE", details);
}

/**
 * Opens a session with the rights of the matching roles. The order matters: first it is seen whether there is a page for a person, then rpcd
 * gets the section of the role, then the session is created, then the configuration is read again, and last `check` may object. After
 * an objection the session is destroyed. Fails with ROLE_WITHOUT_PAGE, UBUS_LOGIN_FAILED, or as `check` does.
 */
export function open(
  io: Io,
  config: Config,
  match: RoleMatch,
  wish: Wish,
  check: (this: void) => Result<true>,
): Result<Opened> {
  const grants = session.grants_of(io, match);
  const page: Result<string | undefined> =
    wish.user.program === undefined
      ? pages.choose(io, config.webui_path ?? names.luci_cookie_path, grants, wish.return_to)
      : ok(undefined);
  if (!page.ok) {
    return without_page(match, wish);
  }
  // A login does not fail for want of it.
  password_upkeep.upkeep_at_login(io);
  const prepared = reconcile.prepare(io, match);
  if (!prepared.ok) {
    return prepared;
  }
  const sid = session.create_session(io, config, match, wish.user, grants);
  if (!sid.ok) {
    return sid;
  }
  const confirmed = reconcile.confirm(io, sid.data, match);
  if (!confirmed.ok) {
    return confirmed;
  }
  const checked = check();
  if (!checked.ok) {
    session.destroy_session(io, sid.data);
    return checked;
  }
  return ok({ sid: sid.data, return_to: page.data });
}
