/**
 * The error page for people: the cause, advice, the ways on, a reference; in the browser's language, without a script. Of the request
 * it shows nothing but a page to return to, in a link. A cause joins codes and facts that call for the same words and the same ways on.
 */
import * as bytes from "io/bytes";
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as log_texts from "../base/log_texts";
import * as json_values from "../base/json_values";
import type { Err, Fact, Facts } from "../result";
import * as option_forms from "../settings/option_forms";
import * as webui from "../settings/webui";
import * as errors from "./errors";
import * as late_callback from "./late_callback";
import * as negotiation from "./negotiation";
import * as provider_choice from "./provider_choice";
import type { Request } from "./web_request";
import * as responses from "./responses";
import type { Response } from "./responses";

/** A link to another page: its label, an id in `words`, and its address. */
interface Way {
  label: string;
  address: string;
}

/** Causes after which another account may have a role, and causes that neither a login nor a password mends. */
const with_account = ["refused", "not_allowed", "no_page", "too_weak"];
const without_login = ["logout_link", "no_https", "not_found", "too_large"];

/** Causes whose words speak of the password. */
const of_password = ["not_available", "switched_off"];

/** Failures of a call that may succeed later. */
const passing = ["resolve", "connect", "timeout", "tls", "network"];

/** Errors of a provider that the user may mend (RFC 6749 section 4.1.2.1, OpenID Connect Core section 3.1.2.6). */
const by_user = [
  "access_denied",
  "login_required",
  "interaction_required",
  "account_selection_required",
  "consent_required",
];

/** Messages that speak of clocks (base/log_texts). */
const of_clocks = ["past", "future"];

/** Whether a fact is the message of this id. */
function has_id(fact: Fact, id: string): boolean {
  return typeof fact === "object" && fact.id === id;
}

/** Whether the provider answered with a status of its own faults. */
function is_server_error(facts: Facts): boolean {
  return facts.http_status !== undefined && facts.http_status >= 500;
}

/** The cause of a failed call to the provider: no answer, a certificate that is not trusted, or another provider than was set up. */
function cause_of_call(facts: Facts): string {
  const text = facts.cause;
  if (text === "certificate") {
    const kind = facts.certificate;
    return typeof kind === "string" && kind !== "unknown" ? "certificate_" + kind : "certificate";
  }
  const may_pass = (typeof text === "string" && passing.includes(text)) || is_server_error(facts);
  return may_pass ? "unreachable" : "setup";
}

/** The cause of an error that the provider reported; `cause` where it names none. */
function cause_of_report(facts: Facts, cause: string): string {
  const reported = facts.error;
  if (is_server_error(facts) || reported === "server_error") {
    return "unreachable";
  }
  if (typeof reported !== "string") {
    return cause;
  }
  return by_user.includes(reported) ? "refused" : "setup";
}

/** The cause of a failure, an id in `words`. */
export function cause_of(failure: Err): string {
  const facts = json_values.facts_of(failure);
  const code = failure.error;
  // The provider cannot answer now (protocol/provider_calls), whatever was asked.
  if (facts.cause === "temporary") {
    return "unreachable";
  }
  if (of_clocks.some((id) => has_id(facts.reason, id))) {
    return "clock";
  }
  if (code === "MISSING_HANDSHAKE_COOKIE" && facts.hint === undefined && typeof facts.redirect_host === "string") {
    return "other_name";
  }
  if (has_id(facts.must, "offered_method")) {
    return "setup";
  }
  if (code === "RATE_LIMITED" && facts.option !== undefined) {
    return "busy_address";
  }
  const cause = errors.describe(code).cause;
  if (code === "IDP_ERROR") {
    return cause_of_report(facts, cause);
  }
  return cause === "unreachable" || cause === "certificate" ? cause_of_call(facts) : cause;
}

/** A text as it may be in HTML, also in an attribute. */
function escape_html(text: string): string {
  const amp = text.split("&").join("&amp;").split("<").join("&lt;").split(">").join("&gt;");
  return amp.split('"').join("&quot;");
}

/** The page at which the refused login was to end. */
function page_of(request: Request, facts: Facts): string | undefined {
  const page = request.path === "/callback" ? facts.return_to : request.query.values.return_to;
  return typeof page === "string" ? page : undefined;
}

/** The address of a start at a provider that leads back to a page; `prompt` is for the provider. */
function start_address(provider: string, page: string | undefined, base: string, prompt?: string): string {
  const params = provider !== public_names.first ? ["provider=" + provider] : [];
  if (prompt !== undefined) {
    params.push("prompt=" + prompt);
  }
  if (page !== undefined && option_forms.is_return_path(page, base)) {
    params.push("return_to=" + bytes.percent_encode(page));
  }
  return public_names.start_path + (params.length > 0 ? "?" + params.join("&") : "");
}

/** The ways on from a cause; `start_with` gives the address of a new start. */
function ways_of(
  cause: string,
  host: Fact,
  base: string,
  is_closed: boolean,
  start_with: (this: void, prompt?: string) => string,
): Way[] {
  const list: Way[] = [];
  if (cause === "other_name" && typeof host === "string") {
    list.push({ label: "registered", address: "https://" + host + public_names.start_path });
  } else if (cause === "too_old") {
    list.push({ label: "again", address: start_with("login") });
  } else if (cause.startsWith("busy")) {
    // The request itself: a callback that had to wait has not used up its login.
    list.push({ label: "again", address: "" });
  } else if (!without_login.includes(cause) && (is_closed || !of_password.includes(cause))) {
    list.push({ label: "again", address: start_with() });
  }
  if (with_account.includes(cause)) {
    list.push({ label: "account", address: start_with("select_account") });
  }
  if (!without_login.includes(cause)) {
    if (!is_closed) {
      list.push({ label: "password", address: base + "?local=1" });
    }
  } else if (cause !== "no_https") {
    list.push({ label: "interface", address: base });
  }
  return list;
}

/** The page of a failure; `is_closed` while no password opens a session. */
export function make(io: Io, request: Request, failure: Err, reference: string, is_closed: boolean): Response {
  const spoken = negotiation.choose_language(request.accept_language);
  const facts = json_values.facts_of(failure);
  const host = facts.redirect_host;
  const seconds = facts.retry_after;
  const places = {
    address: typeof host === "string" ? escape_html("https://" + host + "/") : undefined,
    seconds: typeof seconds === "number" ? `${seconds}` : "60",
  };
  const speak = (id: string): string => log_texts.fill(spoken.words[id] ?? "", places);
  const cause = cause_of(failure);
  const page = page_of(request, facts);
  const goes_on = late_callback.may_be(request, failure.error) && cause !== "other_name";
  const refresh = '<meta http-equiv="refresh" content="0;url=' + late_callback.address(reference, page) + '">\n';
  const base = webui.path(io);
  const start_with = (prompt?: string): string =>
    start_address(provider_choice.of_page(io, request), page, base, prompt);
  const ways = ways_of(cause, host, base, is_closed, start_with);
  const links = ways.map((way) => '<li><a href="' + escape_html(way.address) + '">' + speak(way.label) + "</a></li>\n");
  const own_advice = spoken.words[cause + "_advice"] !== undefined ? cause + "_advice" : "certificate_advice";
  const advice = is_closed && of_password.includes(cause) ? "closed_advice" : own_advice;
  const list = links.length > 0 ? "<ul>\n" + links.join("") + "</ul>\n" : "";
  const body = [
    '<!DOCTYPE html>\n<html lang="' + spoken.language + '">\n<head>\n<meta charset="utf-8">\n',
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
    goes_on ? refresh : "",
    "<title>" + speak(cause) + "</title>\n",
    '<link rel="stylesheet" href="' + public_names.style_path + '">\n</head>\n<body>\n<main>\n',
    "<h1>" + speak(cause) + "</h1>\n<p>" + speak(advice) + "</p>\n",
    list,
    is_closed ? "<p>" + speak("closed_way") + "</p>\n" : "",
    "<p>" + speak("reference") + " <code>" + escape_html(reference) + "</code></p>\n",
    "</main>\n</body>\n</html>\n",
  ];
  return responses.html_page(errors.describe(failure.error).status, [], body.join(""));
}
