/**
 * The registration of this router as a client at a provider, its update and its removal (OpenID Connect Dynamic Client Registration
 * 1.0, RFC 7591, RFC 7592).
 */
import type { JsonObject } from "io/json";
import * as clock from "io/clock";
import type { Io, UciSection } from "../base/io";
import * as json_values from "../base/json_values";
import * as metadata_check from "../check/metadata_check";
import * as report from "../check/report";
import type { Report, Run } from "../check/report";
import * as web_server_check from "../check/web_server_check";
import * as token_claims from "../jose/token_claims";
import * as client_keys from "../jose/client_keys";
import * as provider_metadata from "../protocol/provider_metadata";
import type { Config } from "../settings/provider_config";
import * as saved_config from "../settings/saved_config";
import * as page_settings from "../settings/page_settings";
import * as client_metadata from "./client_metadata";
import type { Options } from "./client_metadata";
import * as registration_options from "./registration_options";
import type { Order } from "./registration_options";
import * as registration_record from "./registration_record";
import type { RegistrationRecord } from "./registration_record";
import * as registration_requests from "./registration_requests";
import type { RegistrationRequest } from "./registration_requests";

/** The findings, and the metadata that were or would be sent. */
export interface RegistrationOutcome {
  report: Report;
  client_metadata?: JsonObject;
}

/** The option with the address after a logout; a registration follows `redirect_uri` with the value that it has saved itself. */
const leaving = "post_logout_redirect_uri";

/** An order under way. */
interface Task {
  run: Run;
  provider: string;
  saved: UciSection[];
  config: Config;
  metadata: JsonObject;
  /** The registration endpoint; "" where there is none. */
  endpoint: string;
  /** The registration of an earlier order. */
  known?: RegistrationRecord;
}

/** Seconds for all calls together. */
const total_time = 20;

/** Whether the address after a logout is the one that the registration has saved, and not an administrator's. */
function is_own_address(saved: UciSection[], provider: string, known: RegistrationRecord): boolean {
  return page_settings.values_of(saved, provider)[leaving] === known.returns_to;
}

/** The finding that refuses an order with what is known; another issuer gets neither the client nor the access to it. */
function refusal_of(order: Order, issuer: string, known: RegistrationRecord | undefined): string | undefined {
  if (known === undefined) {
    return order.action === "register" || order.action === "show" ? undefined : "register_none";
  }
  if (order.action === "register") {
    return "register_known";
  }
  const is_used = order.action === "update" || order.action === "remove";
  return is_used && known.issuer !== issuer ? "register_other_issuer" : undefined;
}

/** Validates the options, and reads the provider's metadata; undefined, and findings, where one of them is wrong or nothing is to send. */
function begin(run: Run, order: Order): Task | undefined {
  const io = run.io;
  const provider = order.provider;
  const read = saved_config.saved_sections(io);
  if (!read.ok) {
    report.error(run, "config_unreadable", { reason: json_values.text_of(json_values.facts_of(read).reason) });
    return undefined;
  }
  const saved = read.data;
  const known = registration_record.find(io, provider);
  const options = registration_options.of_order(saved, order);
  const configured = options.issuer_url ?? "";
  const is_other = saved.some((section) => section.name === provider && section.type !== "oidc");
  const refusal = is_other ? "register_no_provider" : refusal_of(order, configured, known);
  const of_known = known ?? { issuer: "", client_id: "" };
  const reason = "no room on the flash";
  const about = { provider, configured, issuer: of_known.issuer, client_id: of_known.client_id, reason };
  if (refusal !== undefined) {
    report.error(run, refusal, about);
    return undefined;
  }
  if (order.action === "forget") {
    const is_forgotten = registration_record.save(io, provider, undefined);
    report.note(run, is_forgotten ? "ok" : "error", is_forgotten ? "register_forgotten" : "register_not_saved", about);
    return undefined;
  }
  if (known !== undefined && is_own_address(saved, provider, known)) {
    options[leaving] = "";
  }
  const config = registration_options.config_with(run, saved, provider, options);
  if (config === undefined) {
    return undefined;
  }
  if (order.action !== "remove") {
    // A client for a name or port at which nobody reaches the router is of no use.
    web_server_check.check_web_server(run, config);
    run.findings = run.findings.filter((finding) => finding.level !== "ok");
    if (run.findings.some((finding) => finding.level === "error")) {
      return undefined;
    }
  }
  io.https_settings({ ca_file: config.ca_file, timeout: config.http_timeout ?? total_time, total: total_time });
  const metadata = registration_requests.read_metadata(run, config);
  if (metadata === undefined) {
    return undefined;
  }
  const found = provider_metadata.endpoint(metadata, registration_requests.endpoint_name);
  const endpoint = found.ok ? found.data : "";
  if (known !== undefined && order.action !== "show" && !registration_record.is_accessible(known, endpoint)) {
    report.error(run, "register_unmanaged");
    return undefined;
  }
  return { run, provider, saved, config, metadata, endpoint, known };
}

/** The metadata to send; undefined, and a finding, where there is no way to authenticate. Makes a key where one is needed. */
function client_metadata_of(task: Task, may_make_key: boolean): JsonObject | undefined {
  const run = task.run;
  const config = task.config;
  const metadata = task.metadata;
  const method = client_metadata.choose_method(config, metadata);
  if (method === undefined) {
    const offered = json_values.strings_of(metadata.token_endpoint_auth_methods_supported) ?? [];
    report.error(run, "auth_method_none", { offered: offered.join(", ") });
    return undefined;
  }
  const by_key = method === "private_key_jwt";
  const alg = config.client_assertion_alg ?? "ES256";
  const needs_key = by_key && may_make_key && client_keys.newest(run.io, alg) === undefined;
  const made = needs_key ? client_keys.make(run.io, alg) : undefined;
  if (made !== undefined && !made.ok) {
    report.error(run, "register_not_saved", { reason: json_values.text_of(json_values.facts_of(made).reason) });
    return undefined;
  }
  const grants = ["authorization_code"].concat(config.session_revalidate !== undefined ? ["refresh_token"] : []);
  const jwks = by_key ? client_keys.public_set(run.io) : undefined;
  return client_metadata.of_config(config, metadata, method, grants, jwks);
}

/** Removes a client that has just been made and that cannot be used, or names it; leaves one of an earlier registration. Returns false. */
function take_back(task: Task, made: RegistrationRecord, given_uri: string): boolean {
  const run = task.run;
  if (task.known !== undefined) {
    return false;
  }
  const removal: RegistrationRequest = { method: "DELETE", address: made.uri, token: made.token };
  const is_accessible = registration_record.is_accessible(made, task.endpoint);
  const is_gone = is_accessible && registration_requests.send(run, task.config, removal) !== undefined;
  if (is_gone || !is_accessible) {
    registration_record.save(run.io, task.provider, undefined);
  }
  if (is_gone) {
    report.warning(run, "register_taken_back");
  } else {
    const known = [made.client_id, given_uri].filter((text) => text !== "");
    report.warning(run, "register_left", { client: known.length > 0 ? known.join(" ") : task.endpoint });
  }
  return false;
}

/** Saves what an answer says: first the access to the registration, then the options. */
function save(task: Task, asked: JsonObject, answer: JsonObject): boolean {
  const run = task.run;
  const config = task.config;
  const made = registration_record.of_answer(config.issuer_url, task.endpoint, answer, task.known);
  const given_uri = json_values.text_of(answer.registration_client_uri);
  registration_record.save(run.io, task.provider, made);
  const read = client_metadata.read_answer(config, asked, answer);
  if (read.obstacle !== undefined) {
    report.error(run, "register_answer", { reason: read.obstacle });
    return take_back(task, made, given_uri);
  }
  const options = read.options;
  options.ca_file = config.ca_file ?? "";
  options.internal_issuer_url = config.internal_issuer_url ?? "";
  const is_at_hash_set = page_settings.values_of(task.saved, task.provider).at_hash !== undefined;
  if (!is_at_hash_set && metadata_check.at_hash_risk(config, task.metadata) !== undefined) {
    options.at_hash = "optional";
  }
  if (registration_options.config_with(run, task.saved, task.provider, options) === undefined) {
    return take_back(task, made, given_uri);
  }
  for (const change of read.changes) {
    report.warning(run, "register_changed", change);
  }
  const expires = answer.client_secret_expires_at;
  if (token_claims.is_date(expires) && expires > 0 && options.client_secret !== "") {
    report.warning(run, "register_expires", { time: clock.format_time(expires) });
  }
  if (given_uri !== "" && made.uri === "") {
    report.warning(run, "register_address", { uri: given_uri, endpoint: task.endpoint });
  } else if (made.uri === "" || made.token === "") {
    report.warning(run, "register_not_kept");
  }
  if (!registration_options.save(run, task.provider, options)) {
    return false;
  }
  made.returns_to = options[leaving];
  return registration_record.save(run.io, task.provider, made);
}

/**
 * Sends the metadata. Some providers permit no `openid` among a client's scopes (Keycloak), and others demand it there (Hydra): a refused
 * request is made once more without `scope`, for the provider's own choice.
 */
function send_client_metadata(task: Task, message: RegistrationRequest, asked: JsonObject): JsonObject | undefined {
  const run = task.run;
  message.sent = asked;
  const answer = registration_requests.send(run, task.config, message);
  const last = run.findings[run.findings.length - 1];
  if (last === undefined || last.id !== "register_refused") {
    return answer;
  }
  run.findings = run.findings.filter((finding) => finding !== last);
  asked.scope = undefined;
  return registration_requests.send(run, task.config, message);
}

/** Registers the router; the record is written before as well, as a registration that could not be kept would be lost. */
function register(task: Task, token: string, asked: JsonObject): void {
  const run = task.run;
  const provider = task.provider;
  const config = task.config;
  if (task.endpoint === "") {
    report.error(run, "register_not_offered");
  } else if (!registration_record.save(run.io, provider, registration_record.of_answer(config.issuer_url, "", {}))) {
    report.error(run, "register_not_saved", { reason: "no room on the flash" });
  } else {
    const answer = send_client_metadata(task, { method: "POST", address: task.endpoint, token }, asked);
    if (answer === undefined) {
      registration_record.save(run.io, provider, undefined);
    } else if (save(task, asked, answer)) {
      report.ok(run, "register_ok", { client_id: json_values.text_of(answer.client_id) });
    }
  }
}

/** Sends today's metadata for an earlier registration. An answer may leave out a secret that stays as it is. */
function update(task: Task, known: RegistrationRecord, asked: JsonObject): void {
  const run = task.run;
  asked.client_id = known.client_id;
  const answer = send_client_metadata(task, { method: "PUT", address: known.uri, token: known.token }, asked);
  if (answer === undefined) {
    return;
  }
  const values = page_settings.values_of(task.saved, task.provider);
  if (!json_values.is_name(answer.client_secret) && values.client_id === known.client_id) {
    answer.client_secret = values.client_secret;
  }
  if (save(task, asked, answer)) {
    report.ok(run, "register_updated", { client_id: known.client_id });
  }
}

/** Removes an earlier registration at the provider, and turns the section off. */
function remove(task: Task, known: RegistrationRecord): void {
  const run = task.run;
  const provider = task.provider;
  const removal: RegistrationRequest = { method: "DELETE", address: known.uri, token: known.token };
  const options: Options = { client_id: "", client_secret: "", enabled: "0" };
  if (is_own_address(task.saved, provider, known)) {
    options[leaving] = "";
  }
  if (
    registration_requests.send(run, task.config, removal) !== undefined &&
    registration_options.save(run, task.provider, options)
  ) {
    registration_record.save(run.io, provider, undefined);
    report.ok(run, "register_removed", { client_id: known.client_id });
  }
}

/** Carries out an order. */
export function carry_out(io: Io, order: Order): RegistrationOutcome {
  const run: Run = { io, findings: [], secret: order.token, total_time };
  const task = begin(run, order);
  const asked =
    task !== undefined && order.action !== "remove" ? client_metadata_of(task, order.action !== "show") : undefined;
  if (task !== undefined && order.action === "remove" && task.known !== undefined) {
    remove(task, task.known);
  } else if (task !== undefined && order.action === "register" && asked !== undefined) {
    register(task, order.token, asked);
  } else if (task !== undefined && order.action === "update" && asked !== undefined && task.known !== undefined) {
    update(task, task.known, asked);
  }
  return { report: report.report_of(run), client_metadata: asked };
}
