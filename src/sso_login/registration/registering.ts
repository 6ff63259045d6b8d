/**
 * The registration of this router as a client at a provider, its update and its removal (OpenID Connect Dynamic Client Registration
 * 1.0, RFC 7591, RFC 7592).
 */
import type { JsonObject } from "io/json";
import * as clock from "io/clock";
import * as uci_commit from "../rpcd/uci_commit";
import type { Io, UciSection } from "../base/io";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
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
import * as registration_requests from "./registration_requests";

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
  /** The registration of an earlier order. */
  known?: registration_record.RegistrationRecord;
}

/** Seconds for all calls together. */
const total_time = 20;

/** Whether the address after a logout is the one that the registration has saved, and not an administrator's. */
function is_own_address(saved: UciSection[], provider: string, known: registration_record.RegistrationRecord): boolean {
  return page_settings.values_of(saved, provider)[leaving] === known.returns_to;
}

/** Validates the options, and reads the provider's metadata; undefined, and findings, where one of them is wrong. */
function begin(run: Run, order: Order): Task | undefined {
  const io = run.io;
  const saved = saved_config.saved_sections(io);
  if (!saved.ok) {
    report.error(run, "config_unreadable", { reason: json_values.text_of(json_values.facts_of(saved).reason) });
    return undefined;
  }
  const known = registration_record.find(io, order.provider);
  if (known === undefined && (order.action === "update" || order.action === "remove")) {
    report.error(run, "register_none");
    return undefined;
  }
  if (known !== undefined && order.action === "register") {
    report.error(run, "register_known", { issuer: known.issuer, client_id: known.client_id });
    return undefined;
  }
  const options = registration_options.of_order(saved.data, order);
  if (known !== undefined && is_own_address(saved.data, order.provider, known)) {
    options[leaving] = "";
  }
  const config = registration_options.config_with(run, saved.data, order.provider, options);
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
  return metadata !== undefined
    ? { run, provider: order.provider, saved: saved.data, config, metadata, known }
    : undefined;
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

/** Writes options of the provider's section in one commit; a finding where that fails. */
function save_options(task: Task, options: Options): boolean {
  const provider = task.provider;
  const io = task.run.io;
  let growth = `\nconfig oidc '${provider}'\n`;
  io.uci_add(public_names.package_name, provider, "oidc");
  for (const option of strings.sorted_keys(options)) {
    const value = options[option] ?? "";
    if (value !== "") {
      io.uci_set(public_names.package_name, provider, option, value);
      growth = growth + `\toption ${option} '${value}'\n`;
    } else {
      io.uci_delete(public_names.package_name, provider, option);
    }
  }
  const written = uci_commit.commit(io, public_names.package_name, growth, (after) => {
    const found = page_settings.values_of(after, provider);
    return strings.sorted_keys(options).every((option) => (found[option] ?? "") === options[option]);
  });
  if (!written.ok) {
    report.error(task.run, "register_not_saved", { reason: json_values.text_of(json_values.facts_of(written).reason) });
  }
  return written.ok;
}

/** Saves what an answer says: first the access to the registration, then the options. */
function save(task: Task, asked: JsonObject, answer: JsonObject): boolean {
  const run = task.run;
  const config = task.config;
  const made = registration_record.of_answer(config.issuer_url, answer, task.known);
  registration_record.save(run.io, task.provider, made);
  const read = client_metadata.read_answer(config, asked, answer);
  if (read.obstacle !== undefined) {
    report.error(run, "register_answer", { reason: read.obstacle });
    return false;
  }
  const options = read.options;
  options.ca_file = config.ca_file ?? "";
  options.internal_issuer_url = config.internal_issuer_url ?? "";
  const is_at_hash_set = page_settings.values_of(task.saved, task.provider).at_hash !== undefined;
  if (!is_at_hash_set && metadata_check.at_hash_risk(config, task.metadata) !== undefined) {
    options.at_hash = "optional";
  }
  if (registration_options.config_with(run, task.saved, task.provider, options) === undefined) {
    return false;
  }
  for (const change of read.changes) {
    report.warning(run, "register_changed", change);
  }
  const expires = answer.client_secret_expires_at;
  if (token_claims.is_date(expires) && expires > 0 && options.client_secret !== "") {
    report.warning(run, "register_expires", { time: clock.format_time(expires) });
  }
  if (made.uri === "" || made.token === "") {
    report.warning(run, "register_not_kept");
  }
  if (!save_options(task, options)) {
    return false;
  }
  made.returns_to = options[leaving];
  return registration_record.save(run.io, task.provider, made);
}

/**
 * Sends the metadata. Some providers permit no `openid` among a client's scopes (Keycloak), and others demand it there (Hydra): a refused
 * request is made once more without `scope`, for the provider's own choice.
 */
function send_client_metadata(
  task: Task,
  message: registration_requests.RegistrationRequest,
  asked: JsonObject,
): JsonObject | undefined {
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
  const endpoint = provider_metadata.endpoint(task.metadata, registration_requests.endpoint_name);
  if (!endpoint.ok) {
    report.error(run, "register_not_offered");
  } else if (!registration_record.save(run.io, provider, registration_record.of_answer(config.issuer_url, {}))) {
    report.error(run, "register_not_saved", { reason: "no room on the flash" });
  } else {
    const answer = send_client_metadata(task, { method: "POST", address: endpoint.data, token }, asked);
    if (answer === undefined) {
      registration_record.save(run.io, provider, undefined);
    } else if (save(task, asked, answer)) {
      report.ok(run, "register_ok", { client_id: json_values.text_of(answer.client_id) });
    }
  }
}

/** Sends today's metadata for an earlier registration. An answer may leave out a secret that stays as it is. */
function update(task: Task, known: registration_record.RegistrationRecord, asked: JsonObject): void {
  const run = task.run;
  asked.client_id = known.client_id;
  const answer = send_client_metadata(task, { method: "PUT", address: known.uri, token: known.token }, asked);
  if (answer === undefined) {
    return;
  }
  if (!json_values.is_name(answer.client_secret)) {
    answer.client_secret = page_settings.values_of(task.saved, task.provider).client_secret;
  }
  if (save(task, asked, answer)) {
    report.ok(run, "register_updated", { client_id: known.client_id });
  }
}

/** Removes an earlier registration at the provider, and turns the section off. */
function remove(task: Task, known: registration_record.RegistrationRecord): void {
  const run = task.run;
  const provider = task.provider;
  const removal: registration_requests.RegistrationRequest = {
    method: "DELETE",
    address: known.uri,
    token: known.token,
  };
  const options: Options = { client_id: "", client_secret: "", enabled: "0" };
  if (is_own_address(task.saved, provider, known)) {
    options[leaving] = "";
  }
  if (registration_requests.send(run, task.config, removal) !== undefined && save_options(task, options)) {
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
