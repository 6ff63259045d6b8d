/** The opening of a session: rpcd's section of the role is brought up to date before it, and the configuration is read again after it. */
import type { Io } from "../base/io";
import type { LogPair } from "../base/log";
import * as public_names from "../base/public_names";
import * as provider_logout from "../logout/provider_logout";
import { err, ok, type Err, type Facts, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as package_sections from "../settings/package_sections";
import type { RoleMatch } from "../rights/role_matching";
import * as session_rules from "../rpcd/session_rules";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import type { Grants } from "../rights/acl";
import type { RoleRights } from "../rights/permissions";
import * as session_rights from "../rights/session_rights";
import * as rpcd_sessions from "../rpcd/rpcd_sessions";
import * as session_creation from "../rpcd/session_creation";
import type { CreatedSession, SessionUser, WantedSession } from "../rpcd/session_creation";

/** Loaded for a login whose page the menu must tell. */
const menu = () => require("../rights/menu") as typeof import("../rights/menu");

/** Loaded while passwords are off. */
const acl = () => require("../rights/acl") as typeof import("../rights/acl");
const password_events = () => require("../passwords/password_events") as typeof import("../passwords/password_events");

/** Loaded for sections of rpcd that are behind the roles. */
const short_reason = () => require("../explain/short_reason") as typeof import("../explain/short_reason");
const reconcile = () => require("../rpcd/reconcile") as typeof import("../rpcd/reconcile");

/** The user of a session to open, and what a login brings with it. */
export interface Opening {
  user: SessionUser;
  /** The user, for the log. */
  who: LogPair[];
  /** The page of LuCI that it is for. */
  return_to?: string;
  /** The hash of the settings with which the login began. */
  settings_hash?: string;
  /** Unix time of the login's begin, or of the issue of a program's token: a logout since then ends it, too. */
  since: number;
}

/**
 * Brings `section`, that of the role that names the session's user, up to date in rpcd's file before the session is created, as a reload of
 * rpcd gives the role's sessions the rights in it. Fails with UBUS_LOGIN_FAILED, or with CONFIG_ERROR when rpcd's sections cannot be read.
 */
function prepare(io: Io, section: RoleRights): Result<true> {
  const before = rpcd_logins.read_sections(io);
  if (!before.ok) {
    return before;
  }
  if (rpcd_logins.is_first_and_current(before.data, section)) {
    return ok(true);
  }
  // This process keeps the lock on the sections until the session is open: nobody else writes them before. What runs later gives it back.
  const done = reconcile().reconcile(io);
  const after = done.ok ? rpcd_logins.read_sections(io) : done;
  if (after.ok && rpcd_logins.is_first_and_current(after.data, section)) {
    return ok(true);
  }
  const behind = err("UBUS_LOGIN_FAILED", { reason: "rpcd's login section is behind the roles", role: section.name });
  return after.ok ? behind : short_reason().following(behind, after);
}

/**
 * Checks, after a session got its rights, that its user still has the roles, these have the lists that the login read, and rpcd's `section`
 * is up to date: the configuration may have changed while the provider took its time. What changes later finds the session. UBUS_LOGIN_FAILED.
 */
function recheck(io: Io, sid: string, section: RoleRights, match: RoleMatch): Result<true> {
  const rules = session_rules.read_rules(io);
  const created = rpcd_sessions.find_session(io, sid);
  const is_current =
    rules.ok &&
    rpcd_logins.is_first_and_current(rules.data.logins, section) &&
    match.roles.every((role_at_login) => session_rules.has_same_lists(rules.data, role_at_login));
  return is_current && created !== undefined && session_rules.still_authorized(rules.data, created)
    ? ok(true)
    : err("UBUS_LOGIN_FAILED", { reason: "the configuration changed during the login" });
}

/** LuCI's overview, which most roles open: without a wanted page the menu need not be read. */
const overview_group = "luci-mod-status-index";

/** The page for the user of a session with these grants, as `menu.choose` says; a program needs none. */
function choose_page(io: Io, config: Config, grants: Grants, opening: Opening): Result<string | undefined> {
  const wanted = opening.return_to;
  const is_plain = wanted === undefined && (grants["access-group"] ?? []).some((held) => held[0] === overview_group);
  return is_plain || opening.user.program !== undefined
    ? ok(undefined)
    : menu().choose(io, config.webui_path ?? public_names.luci_cookie_path, grants, wanted);
}

/** The refusal of a user whose roles open no page. */
function without_page(match: RoleMatch, opening: Opening): Err {
  const details: Facts = { role: match.roles.map((role) => role.name).join(",") };
  for (const pair of opening.who) {
    details[pair[0]] = pair[1];
  }
  return err("ROLE_WITHOUT_PAGE", details);
}

/**
 * The hash of the settings with which a login began, while passwords are off: by it the session of an administrator confirms a trial of these
 * settings. It is of secrets, too, so other users do not get it.
 */
function shared_hash(io: Io, match: RoleMatch, opening: Opening): string | undefined {
  const may_know = acl().change_everything(io, acl().read_groups(io).groups, match.roles);
  return may_know ? opening.settings_hash : undefined;
}

/** A session that is open. */
export interface OpenedSession {
  sid: string;
  /** The page of LuCI at which the login ends. */
  page: string | undefined;
}

/**
 * Creates a session with its rights, checks it before anybody knows it, and makes it known; one that is refused ends. Who logs a user out
 * marks that first and then ends sessions, so that one of the two sees the other.
 */
function create_checked(
  io: Io,
  config: Config,
  wanted: WantedSession,
  section: RoleRights,
  since: number,
): Result<CreatedSession> {
  const created = session_creation.create(io, config, wanted);
  if (!created.ok) {
    return created;
  }
  const sid = created.data.sid;
  const current = recheck(io, sid, section, wanted.match);
  const unended = current.ok ? provider_logout.check(io, config, wanted.user, since) : current;
  const published = unended.ok ? session_creation.make_known(io, created.data) : unended;
  if (!published.ok) {
    rpcd_sessions.destroy_session(io, sid);
    return published;
  }
  return created;
}

/**
 * Opens a session with the rights of the matching roles, in this order: the page for a person is found, rpcd's section is prepared, and the
 * session is created and checked. Fails with ROLE_WITHOUT_PAGE, IDP_ERROR, UBUS_LOGIN_FAILED.
 */
export function open(io: Io, config: Config, match: RoleMatch, opening: Opening): Result<OpenedSession> {
  const rights = session_rights.find(io, match);
  const page = choose_page(io, config, rights.grants, opening);
  if (!page.ok) {
    return without_page(match, opening);
  }
  const is_wanted_off = package_sections.option_of(io, "password_login") === "off";
  if (is_wanted_off) {
    // Before there is a session, as a trial of new settings must be older than the login that confirms it. A login does not fail because of it.
    password_events().catch_up(io, "other");
  }
  const settings_hash = is_wanted_off ? shared_hash(io, match, opening) : undefined;
  const prepared = prepare(io, rights.section);
  if (!prepared.ok) {
    return prepared;
  }
  const wanted = { match, user: opening.user, grants: rights.grants, settings_hash, page: page.data };
  const created = create_checked(io, config, wanted, rights.section, opening.since);
  if (!created.ok) {
    return created;
  }
  const sid = created.data.sid;
  if (is_wanted_off) {
    password_events().after_login(io, sid, opening.who);
  }
  return ok({ sid, page: page.data });
}
