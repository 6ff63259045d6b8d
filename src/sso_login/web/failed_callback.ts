/** The facts about a login that failed, for the error page and the log. */
import type { Io } from "../base/io";
import * as failure_facts from "../base/failure_facts";
import * as failures from "../base/failures";
import * as json_values from "../base/json_values";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import * as urls from "../base/urls";
import * as provider_errors from "../explain/provider_errors";
import * as hash from "../jose/hash";
import type { BroughtResponse, ResponseParams } from "../login/attempt";
import * as handshake_record from "../login/handshake_record";
import { err, type Err, type Facts } from "../result";
import type { Config } from "../settings/provider_config";
import * as late_callback from "./late_callback";

/**
 * The names of the router in a login without its cookie. Most often it began under another name than the registered one, where the
 * browser keeps the cookie: the log line names both, each with its port. Cookies know no ports, so with one name the cause is another.
 */
function names_of_router(config: Config, host: string): Facts {
  const registered = urls.parse_https(config.redirect_uri);
  if (registered === undefined) {
    return { host, redirect_host: "" };
  }
  const start = urls.parse_https("https://" + host);
  const is_same = start !== undefined && start.host === registered.host;
  const hint = is_same ? { id: "other_browser" } : undefined;
  return { host, redirect_host: urls.host_header(registered), hint };
}

/** Characters of a state, and of an address from which on it may have been cut: uhttpd takes a line of 4096 bytes. */
const state_length = 43;
const long_query = 3000;

/** Refusals of what is no whole parameter, or no whole code. */
const of_cut = ["INVALID_REQUEST", "OIDC_INVALID_GRANT"];

/** Whether the address was cut: within its state or code, within the issuer, or before one of them. */
function is_cut(params: ResponseParams, issuer: string, failure: Err): boolean {
  let length = 0;
  for (const name of strings.sorted_keys(params)) {
    length = length + name.length + json_values.text_of(params[name]).length;
  }
  const iss = json_values.text_of(params.iss);
  const is_issuer_cut = failure.error === "IDP_ERROR" && params.error === undefined && iss !== issuer;
  const is_part =
    of_cut.includes(failure.error) ||
    json_values.text_of(params.state).length < state_length ||
    (is_issuer_cut && issuer.startsWith(iss));
  return length > long_query && is_part;
}

/** A response with the name by which its browser called the router. */
export interface NamedResponse extends BroughtResponse {
  host: string;
}

/** Refusals after which the user asks the administrator, who finds the reference in the log. */
const referenced = ["USER_NOT_AUTHORIZED", "ROLE_WITHOUT_PAGE", "AUTHENTICATION_TOO_WEAK", "AUTHENTICATION_TOO_OLD"];

/** The failure of a login that is over, or of another browser, whose record tells no more than host and page. */
function of_other_login(io: Io, config: Config, failure: Err, response: NamedResponse): Err {
  const params = response.params;
  const place = handshake_record.place_of(io, json_values.text_of(params.state));
  const is_cookie_missing = failure.error === "MISSING_HANDSHAKE_COOKIE";
  const facts = is_cookie_missing ? names_of_router(config, place.host ?? response.host) : failure_facts.open(failure);
  facts.hint = is_cut(params, config.issuer_url, failure) ? { id: "cut_address" } : facts.hint;
  // Of a login whose record has ended only the words of the provider are known.
  facts.error = provider_errors.cut(params.error);
  facts.error_description = provider_errors.cut(params.error_description);
  const webui_path = config.webui_path ?? public_names.luci_cookie_path;
  const return_to = place.return_to ?? late_callback.page_of(response, webui_path);
  return err(failure.error, facts, failure.meaning, { return_to });
}

/** A failed login, with the facts for its page. */
export function with_facts(io: Io, config: Config, failure: Err, response: NamedResponse): Err {
  if (late_callback.is_over(failure.error)) {
    return of_other_login(io, config, failure, response);
  }
  const params = response.params;
  const is_referenced = referenced.includes(failure.error);
  const reference = is_referenced ? hash.safe_id(json_values.text_of(params.state)) : undefined;
  const facts = failure_facts.open(failure);
  facts.reference = reference;
  facts.hint = facts.hint ?? (is_cut(params, config.issuer_url, failure) ? { id: "cut_address" } : undefined);
  return err(failure.error, facts, failure.meaning, failures.answered(failure, { reference }).answer);
}
