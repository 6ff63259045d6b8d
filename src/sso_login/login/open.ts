/** The opening of a session: agreement with rpcd before it and a second look at the configuration after it belong to it. */
import type { Io } from "../base/io";
import type { LogPair } from "../base/log";
import * as names from "../base/names";
import * as values from "../base/values";
import { err, ok, type Err, type Facts, type Result } from "../result";
import type { Config } from "../settings/config";
import type { RoleMatch } from "../rights/roles";
import * as menu from "../rights/menu";
import * as session_rules from "../rpcd/session_rules";
import * as rpcd_logins from "../rpcd/logins";
import type { RoleRights } from "../rpcd/logins";
import * as sessions from "../rpcd/sessions";
import * as create from "../rpcd/create";
import type { SessionUser } from "../rpcd/create";

/** Loaded where a session is to be opened. */
const acl = () => require("../rights/acl") as typeof import("../rights/acl");

/** Loaded where passwords are to open no sessions. */
const password_upkeep = () => require("../passwords/upkeep") as typeof import("../passwords/upkeep");

/** Loaded where rpcd's sections are behind the roles. */
const reconcile = () => require("../rpcd/reconcile") as typeof import("../rpcd/reconcile");

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

/** The role that names the session's user. */
function first_role(match: RoleMatch): RoleRights {
  return match.roles[0] ?? { name: match.role_name };
}

/** Whether a reload of rpcd would give a session of this role what the role gives. */
function has_section(io: Io, role: RoleRights): Result<boolean> {
  const sections = rpcd_logins.read_sections(io);
  return sections.ok ? ok(rpcd_logins.is_up_to_date(sections.data, role)) : sections;
}

/**
 * Before a session of these roles is created: rpcd's section of the first role, which names the session's user, is brought up
 * to date. Fails with UBUS_LOGIN_FAILED, or with CONFIG_ERROR when rpcd's sections cannot be read.
 */
export function prepare(io: Io, match: RoleMatch): Result<true> {
  const first = first_role(match);
  const known = has_section(io, first);
  if (!known.ok || known.data) {
    return known.ok ? ok(true) : known;
  }
  const done = reconcile().reconcile(io);
  const written = done.ok ? has_section(io, first) : done;
  if (written.ok && written.data === true) {
    return ok(true);
  }
  const details: Facts = { reason: "rpcd's login section is behind the roles", role: first.name };
  if (!written.ok) {
    details.cause = written.error;
    details.cause_reason = values.facts_of(written).reason;
  }
  return err("UBUS_LOGIN_FAILED", details);
}

/**
 * After a session was created: its user still has the roles, and rpcd's section is up to date. The configuration may have
 * changed while the provider took its time. Otherwise it is destroyed: UBUS_LOGIN_FAILED.
 */
export function confirm(io: Io, sid: string, match: RoleMatch): Result<true> {
  const known = session_rules.read_rules(io);
  const created = sessions.find_session(io, sid);
  const is_current = known.ok && rpcd_logins.is_up_to_date(known.data.logins, first_role(match));
  if (is_current && created !== undefined && session_rules.still_authorized(known.data, created)) {
    return ok(true);
  }
  sessions.destroy_session(io, sid);
  return err("UBUS_LOGIN_FAILED", { reason: "the configuration changed during the login" });
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
  const grants = acl().grants_for(io, acl().load_groups(io), match.roles);
  const page: Result<string | undefined> =
    wish.user.program === undefined
      ? menu.choose(io, config.webui_path ?? names.luci_cookie_path, grants, wish.return_to)
      : ok(undefined);
  if (!page.ok) {
    return without_page(match, wish);
  }
  const passwords = io.uci_get(names.package_name, names.first, "password_login");
  if (passwords.ok && passwords.data === "off") {
    // A login does not fail for want of it.
    password_upkeep().upkeep(io, false);
  }
  const prepared = prepare(io, match);
  if (!prepared.ok) {
    return prepared;
  }
  const sid = create.create_session(io, config, match, wish.user, grants);
  if (!sid.ok) {
    return sid;
  }
  const confirmed = confirm(io, sid.data, match);
  if (!confirmed.ok) {
    return confirmed;
  }
  const checked = check();
  if (!checked.ok) {
    sessions.destroy_session(io, sid.data);
    return checked;
  }
  return ok({ sid: sid.data, return_to: page.data });
}
