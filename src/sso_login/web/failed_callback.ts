/** The facts about a login that failed, for the error page and the log. */
import type { Io } from "../base/io";
import * as failure_facts from "../base/failure_facts";
import * as json_values from "../base/json_values";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import * as urls from "../base/urls";
import * as provider_errors from "../explain/provider_errors";
import * as hash from "../jose/hash";
import * as browser from "../login/browser";
import * as handshake_record from "../login/handshake_record";
import * as result from "../result";
import { err, type Err, type Facts } from "../result";
import type { Config } from "../settings/provider_config";
import * as late_callback from "./late_callback";
import type { Request } from "./web_request";

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
function is_cut(request: Request, issuer: string, failure: Err): boolean {
  const values = request.query.values;
  let length = 0;
  for (const name of strings.sorted_keys(values)) {
    length = length + name.length + json_values.text_of(values[name]).length;
  }
  const iss = json_values.text_of(values.iss);
  const is_issuer_cut = failure.error === "IDP_ERROR" && values.error === undefined && iss !== issuer;
  const is_part =
    of_cut.includes(failure.error) ||
    json_values.text_of(values.state).length < state_length ||
    (is_issuer_cut && issuer.startsWith(iss));
  return length > long_query && is_part;
}

/** Refusals after which the user asks the administrator, who finds the reference in the log. */
const referenced = ["USER_NOT_AUTHORIZED", "ROLE_WITHOUT_PAGE", "AUTHENTICATION_TOO_WEAK", "AUTHENTICATION_TOO_OLD"];

/** A failed login, with the facts for its page. */
export function with_facts(io: Io, failure: Err, config: Config, request: Request): Err {
  const state = json_values.text_of(request.query.values.state);
  const reference = referenced.includes(failure.error) ? hash.safe_id(state) : undefined;
  const facts = failure_facts.open(failure);
  facts.reference = reference;
  const cut = is_cut(request, config.issuer_url, failure) ? { id: "cut_address" } : undefined;
  if (!late_callback.may_be(request, failure.error)) {
    facts.hint = facts.hint ?? cut;
    return err(failure.error, facts, failure.cause, result.answered(failure, { reference }).answer);
  }
  // The login is over or another's, so its record may tell more than this browser has proved.
  const place = handshake_record.place_of(io, state);
  const webui_path = config.webui_path ?? public_names.luci_cookie_path;
  const is_cookie_missing = failure.error === "MISSING_HANDSHAKE_COOKIE";
  const all = is_cookie_missing ? names_of_router(config, place.host ?? request.host) : facts;
  all.hint = cut ?? all.hint;
  // Of a login whose record has ended only the words of the provider are known.
  all.error = provider_errors.cut(request.query.values.error);
  all.error_description = provider_errors.cut(request.query.values.error_description);
  const return_to = place.return_to ?? late_callback.page_of(browser.read(request.cookies), state, webui_path);
  return err(failure.error, all, failure.cause, { return_to });
}
