/** From an access token of a program to a session with its roles' rights (RFC 8693, RFC 9068 section 5). */
import type { Io } from "../base/io";
import type { LogPair } from "../base/log";
import * as json_values from "../base/json_values";
import * as strings from "../base/strings";
import type { AccessToken } from "../protocol/access_token";
import { err, ok, type Result } from "../result";
import * as session_ending from "../rpcd/session_ending";
import * as log_identity from "../rpcd/log_identity";
import * as session_opening from "./session_opening";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import type { Config } from "../settings/provider_config";
import * as claim_rules from "../rights/claim_rules";
import * as role_matching from "../rights/role_matching";
import type { RoleMatch, RoleRules } from "../rights/role_matching";

/** The verified e-mail for a session; "" without one, and for one that ubus would cut. */
function email_of(config: Config, token: AccessToken): string {
  return role_matching.is_of_person(token.claims, token.client)
    ? json_values.name_of(role_matching.verified_email(config, token.claims))
    : "";
}

/** The same rules for access tokens, which have groups in more claims (RFC 9068 section 2.2.3). */
function for_programs(rules: RoleRules): RoleRules {
  const found = role_matching.with_roles(rules, rules.roles);
  found.groups_claim = claim_rules.groups_claims(rules).slice(0);
  strings.add_missing(found.groups_claim, ["roles", "groups", "entitlements"]);
  return found;
}

/** The rules about a token's claims and roles; CONFIG_ERROR when rpcd's sections cannot be read. */
export function rules_of(io: Io, config: Config): Result<RoleRules> {
  const rules = rpcd_logins.role_rules(io, config, false);
  return rules.ok ? ok(for_programs(rules.data)) : rules;
}

/** The roles of a token; USER_NOT_AUTHORIZED, also where they give no rights, as a login with them is refused. */
export function find_roles(io: Io, config: Config, token: AccessToken): Result<RoleMatch> {
  const rules = rules_of(io, config);
  const match = rules.ok ? role_matching.find_roles_for_user(rules.data, token.claims, token.client) : rules;
  if (match.ok && match.data.read.concat(match.data.write).length === 0) {
    const role = match.data.roles.map((one) => one.name).join(",");
    return err("USER_NOT_AUTHORIZED", { reason: "matched roles without access groups", role });
  }
  return match;
}

/** The client and the user of a token, for the log. */
export function who(config: Config, token: AccessToken): LogPair[] {
  const client: LogPair[] = [["client", token.client]];
  return client.concat(log_identity.pairs(config, email_of(config, token), token.sub));
}

/** Seconds that a session of a token may be idle, at most until the token expires. */
function timeout_of(io: Io, config: Config, token: AccessToken): number {
  return Math.max(1, Math.min(config.api_session_timeout ?? 300, token.end - io.time()));
}

/**
 * Opens a session with the rights of the matching roles, and ends those of the subject that are idle longest where there are too many. A logout
 * since the token was issued refuses it. Fails as opening a session does.
 */
export function open_session(
  io: Io,
  config: Config,
  token: AccessToken,
  match: RoleMatch,
  remote: string,
): Result<{ sid: string; timeout: number }> {
  const timeout = timeout_of(io, config, token);
  const is_of_person = role_matching.is_of_person(token.claims, token.client);
  const audience = json_values.text_of(config.api_audience);
  const program = { client: token.client, is_of_person, audience, end: token.end, timeout };
  const provider_sid = config.backchannel_logout === true ? token.sid : undefined;
  const user = { email: email_of(config, token), sub: token.sub, provider_sid, program, remote };
  const opening = { user, who: who(config, token), since: token.issued_at };
  const opened = session_opening.open(io, config, match, opening);
  if (!opened.ok) {
    return opened;
  }
  session_ending.after_exchange(io, opened.data.sid, config.api_sessions);
  return ok({ sid: opened.data.sid, timeout });
}
