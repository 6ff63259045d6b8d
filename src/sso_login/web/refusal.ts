/**
 * The answer to a refused request, and its log line: one line of text, OAuth's JSON for programs, the page for people, or the way to the
 * web interface for a callback that came too late.
 */
import type { Io } from "../base/io";
import * as failure_facts from "../base/failure_facts";
import * as log from "../base/log";
import type { LogPair } from "../base/log";
import * as log_texts from "../base/log_texts";
import * as public_names from "../base/public_names";
import { err, type Err } from "../result";
import * as package_sections from "../settings/package_sections";
import * as errors from "./errors";
import * as negotiation from "./negotiation";
import * as rate_limit from "./rate_limit";
import type { Request } from "./web_request";
import * as responses from "./responses";
import type { Response } from "./responses";

const error_page = () => require("./error_page") as typeof import("./error_page");
const late_callback = () => require("./late_callback") as typeof import("./late_callback");
const password_state = () => require("../passwords/password_state") as typeof import("../passwords/password_state");
const exchange_answer = () => require("./exchange_answer") as typeof import("./exchange_answer");

/** The refusal of a logout token, whose client is the provider (OpenID Connect Back-Channel Logout 1.0 section 2.8). */
const for_provider = "LOGOUT_REFUSED";

/** Logs a refusal with the client's address. One that any client can cause has a line only while its minute has one left. */
function log_refusal(io: Io, remote_addr: string, failure: Err, reference?: string): void {
  const entry = errors.describe(failure.error);
  const is_unlimited = entry.always_logged === true;
  if (!is_unlimited && !rate_limit.count_refusal(io)) {
    return;
  }
  const known = failure_facts.open(failure);
  const about: LogPair[] = [
    ["provider", known.provider],
    ["remote", remote_addr],
    ["reference", reference],
  ];
  const is_hidden = known.error_description !== undefined && package_sections.option_of(io, "log_identity") === "0";
  const facts = log
    .detail_pairs(log_texts.details_in_english(failure.details, is_hidden))
    .filter((pair) => pair[0] !== "provider");
  const limits = is_unlimited ? undefined : log.unproven_limits;
  // Faults of the router or the provider are errors, refused requests warnings.
  log.event(io, entry.status >= 500 ? "err" : "warning", failure.error, about.concat(facts), limits);
}

/** Digits of a reference, and how many references there may be in a second. */
const reference_digits = 8;
const references_a_second = 4096;

/** A reference where there is no state to make one of: only of the time, as the crypto module may be missing. */
function reference_of_now(io: Io): string {
  const instant = io.monotonic();
  const fraction = Math.floor((instant - Math.floor(instant)) * references_a_second);
  let rest = (io.time() % 1048576) * references_a_second + fraction;
  let digits = "";
  while (digits.length < reference_digits) {
    digits = "0123456789abcdef".charAt(rest % 16) + digits;
    rest = Math.floor(rest / 16);
  }
  return digits;
}

/** The sentence after the message; nothing of what a request says is in it. */
function advice_of(failure: Err): string {
  const code = failure.error;
  const seconds = (failure.answer ?? {}).retry_after;
  if (code === "RATE_LIMITED" && seconds !== undefined) {
    return ` Please try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  }
  // The cookies of a login that was started at another name of the router are there.
  const facts = failure_facts.open(failure);
  const host = facts.redirect_host;
  const is_elsewhere = code === "MISSING_HANDSHAKE_COOKIE" && facts.hint === undefined;
  return is_elsewhere && typeof host === "string" && host !== "" ? " Log in at https://" + host + "/." : "";
}

/** Adds the headers that belong to a code. */
function with_headers(response: Response, failure: Err): Response {
  const answer = failure.answer ?? {};
  if (failure.error === "METHOD_NOT_ALLOWED") {
    response.headers.push(["Allow", answer.allow ?? "GET"]);
  } else if (failure.error === "RATE_LIMITED" && answer.retry_after !== undefined) {
    response.headers.push(["Retry-After", `${answer.retry_after}`]);
  }
  return response;
}

function make_page(io: Io, request: Request, failure: Err, reference: string): Response {
  const option = io.uci_get(public_names.package_name, public_names.first, "password_login");
  // An option that cannot be read says nothing: rpcd's sections do.
  const is_off = (!option.ok || option.data === "off") && password_state().are_all_refused(io);
  return error_page().make(io, request, failure, reference, is_off);
}

/**
 * The specified answer (specification, "HTTP responses"), one line of plain text without the code. It needs no request: for programs, and
 * where a module is missing.
 */
export function refuse_plainly(io: Io, remote_addr: string, failure: Err): Response {
  log_refusal(io, remote_addr, failure);
  const entry = errors.describe(failure.error);
  const known = (failure.answer ?? {}).reference;
  const reference = known !== undefined ? " Reference for the administrator: " + known : "";
  const body = "Error: " + entry.message + advice_of(failure) + reference + "\n";
  return with_headers({ status: entry.status, content_type: "text/plain", headers: [], body }, failure);
}

/** Refuses a request; `is_program` for an exchange of a token, whose client reads OAuth's errors. */
export function refuse(io: Io, request: Request, failure: Err, is_program: boolean): Response {
  if (is_program) {
    const plain = refuse_plainly(io, request.remote_addr, failure);
    return exchange_answer().in_json(plain, failure, request.authorization);
  }
  if (failure.error === for_provider) {
    log_refusal(io, request.remote_addr, failure);
    const status = errors.describe(for_provider).status;
    return { status, content_type: "application/json", headers: [], body: '{"error":"invalid_request"}' };
  }
  if (!negotiation.accepts_html(request.accept)) {
    return refuse_plainly(io, request.remote_addr, failure);
  }
  if (late_callback().goes_on(request, failure) && late_callback().has_live_session(io, request)) {
    const page = (failure.answer ?? {}).return_to;
    return responses.redirect(public_names.landing_path + (page !== undefined ? "?to=" + page : ""), []);
  }
  // A reference that the answer has is among the facts for the log, too.
  const known = (failure.answer ?? {}).reference;
  const reference = known ?? reference_of_now(io);
  log_refusal(io, request.remote_addr, failure, known === undefined ? reference : undefined);
  return with_headers(make_page(io, request, failure, reference), failure);
}

/** The landing page's answer to a browser that a late callback has sent there; undefined for all others. */
export function late_page(io: Io, request: Request): Response | undefined {
  const reference = late_callback().reference_of(request);
  if (reference === "" || late_callback().has_live_session(io, request)) {
    return undefined;
  }
  const may_begin = request.query.values.again !== undefined;
  return may_begin ? error_page().begin_again(io, request) : make_page(io, request, err("STATE_NOT_FOUND"), reference);
}
