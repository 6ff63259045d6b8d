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
import * as token_claims from "../jose/token_claims";
import * as client_keys from "../jose/client_keys";
import * as page_settings from "../settings/page_settings";
import * as client_metadata from "./client_metadata";
import type { Options } from "./client_metadata";
import * as registration_options from "./registration_options";
import type { Order } from "./registration_options";
import * as registration_record from "./registration_record";
import type { RegistrationRecord } from "./registration_record";
import * as registration_requests from "./registration_requests";
import type { RegistrationRequest } from "./registration_requests";
import * as registration_task from "./registration_task";
import type { Task } from "./registration_task";

/** The findings, and the metadata that were or would be sent. */
export interface RegistrationOutcome {
  report: Report;
  client_metadata?: JsonObject;
}

/** The metadata to send; undefined, and a finding, where there is no way to authenticate. Makes a key where one is needed. */
function prepare_metadata(task: Task, may_make_key: boolean): JsonObject | undefined {
  const run = task.run;
  const config = task.config;
  const metadata = task.metadata;
  const method = client_metadata.method_for(config, metadata);
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
    report.error_of(run, "register_not_saved", made);
    return undefined;
  }
  return client_metadata.of_config(config, metadata, method, by_key ? client_keys.public_set(run.io) : undefined);
}

/** Removes a client that has just been made and that cannot be used, or names it; leaves one of an earlier registration. */
function take_back(task: Task, made: RegistrationRecord, given_uri: string): void {
  const run = task.run;
  if (task.known !== undefined) {
    return;
  }
  const removal: RegistrationRequest = { method: "DELETE", address: made.uri, token: made.token };
  const is_accessible = registration_record.is_accessible(made, task.endpoint);
  const is_gone = is_accessible && registration_requests.send(run, task.config, removal) !== undefined;
  if (is_gone || !is_accessible) {
    registration_record.write(run.io, task.provider, undefined);
  }
  if (is_gone) {
    report.warning(run, "register_taken_back");
  } else {
    const known = [made.client_id, given_uri].filter((text) => text !== "");
    report.warning(run, "register_left", { client: known.length > 0 ? known.join(" ") : task.endpoint });
  }
}

/** Saves what an answer says: first the access to the registration, then the options. */
function take_answer(task: Task, asked: JsonObject, answer: JsonObject): boolean {
  const run = task.run;
  const config = task.config;
  const made = registration_record.of_answer(config.issuer_url, task.endpoint, answer, task.known);
  const given_uri = json_values.text_of(answer.registration_client_uri);
  if (!registration_task.write_record(run, task.provider, made)) {
    take_back(task, made, given_uri);
    return false;
  }
  const read = client_metadata.read_answer(config, asked, answer);
  if (read.obstacle !== undefined) {
    report.error(run, "register_answer", { reason: read.obstacle });
    take_back(task, made, given_uri);
    return false;
  }
  const options = read.options;
  options.ca_file = config.ca_file ?? "";
  options.internal_issuer_url = config.internal_issuer_url ?? "";
  const is_at_hash_set = page_settings.values_of(task.saved, task.provider).at_hash !== undefined;
  if (!is_at_hash_set && metadata_check.may_lack_at_hash(config, task.metadata)) {
    options.at_hash = "optional";
  }
  if (registration_options.config_with(run, task.saved, task.provider, options) === undefined) {
    take_back(task, made, given_uri);
    return false;
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
    report.warning(run, "register_unmanaged");
  }
  if (!registration_options.save(run, task.provider, options)) {
    return false;
  }
  made.returns_to = options[registration_task.logout_address];
  return registration_task.write_record(run, task.provider, made);
}

/** Registers the router; the record is written before as well, as a registration that could not be kept would be lost. */
function register(task: Task, token: string, asked: JsonObject): void {
  const run = task.run;
  const provider = task.provider;
  const config = task.config;
  if (registration_task.write_record(run, provider, registration_record.reserved(config.issuer_url))) {
    const request: RegistrationRequest = { method: "POST", address: task.endpoint, token, sent: asked };
    const answer = registration_requests.send(run, config, request);
    if (answer === undefined) {
      registration_record.write(run.io, provider, undefined);
    } else if (take_answer(task, asked, answer)) {
      report.ok(run, "register_ok", { client_id: json_values.text_of(answer.client_id) });
    }
  }
}

/** Sends today's metadata for an earlier registration. An answer may leave out a secret that stays as it is. */
function update(task: Task, known: RegistrationRecord, asked: JsonObject): void {
  const run = task.run;
  asked.client_id = known.client_id;
  const request: RegistrationRequest = { method: "PUT", address: known.uri, token: known.token, sent: asked };
  const answer = registration_requests.send(run, task.config, request);
  if (answer === undefined) {
    return;
  }
  const values = page_settings.values_of(task.saved, task.provider);
  if (!json_values.is_name(answer.client_secret) && values.client_id === known.client_id) {
    answer.client_secret = values.client_secret;
  }
  if (take_answer(task, asked, answer)) {
    report.ok(run, "register_updated", { client_id: known.client_id });
  }
}

/** The options of a provider without a registered client: the section is off. */
function without_client(saved: UciSection[], provider: string, known: RegistrationRecord): Options {
  const options: Options = { client_id: "", client_secret: "", enabled: "0" };
  if (registration_task.is_own_address(saved, provider, known)) {
    options[registration_task.logout_address] = "";
  }
  return options;
}

/** Removes an earlier registration at the provider, and turns the section off. */
function remove(task: Task, known: RegistrationRecord): void {
  const run = task.run;
  const provider = task.provider;
  const removal: RegistrationRequest = { method: "DELETE", address: known.uri, token: known.token };
  if (
    registration_requests.send(run, task.config, removal) !== undefined &&
    registration_options.save(run, provider, without_client(task.saved, provider, known)) &&
    registration_task.write_record(run, provider, undefined)
  ) {
    report.ok(run, "register_removed", { client_id: known.client_id });
  }
}

/** Carries out an order that the provider is asked for. */
function carry_out_at(task: Task, order: Order): JsonObject | undefined {
  const known = task.known;
  if (order.action === "remove") {
    if (known !== undefined) {
      remove(task, known);
    }
    return undefined;
  }
  if (order.action === "register" && task.endpoint === "") {
    if ((task.metadata[registration_requests.endpoint_name] ?? "") === "") {
      report.error(task.run, "register_not_offered");
    } else {
      metadata_check.check_endpoint(task.run, task.metadata, registration_requests.endpoint_name);
    }
    return undefined;
  }
  const asked = prepare_metadata(task, order.action !== "show");
  if (order.action === "register" && asked !== undefined) {
    register(task, order.token, asked);
  } else if (order.action === "update" && asked !== undefined && known !== undefined) {
    update(task, known, asked);
  }
  return asked;
}

/** Forgets a registration; of one that could be managed the client is gone, so where it is the saved one the section is turned off. */
function forget(run: Run, provider: string, saved: UciSection[], known: RegistrationRecord): void {
  const values = page_settings.values_of(saved, provider);
  const is_managed = known.uri !== "" && known.token !== "" && known.issuer === values.issuer_url;
  const is_saved = is_managed && known.client_id !== "" && values.client_id === known.client_id;
  if (
    (!is_saved || registration_options.save(run, provider, without_client(saved, provider, known))) &&
    registration_task.write_record(run, provider, undefined)
  ) {
    report.ok(run, "register_forgotten", { issuer: known.issuer, client_id: known.client_id });
  }
}

export function carry_out(io: Io, order: Order): RegistrationOutcome {
  const run = report.new_run(io, order.token, registration_task.total_time);
  const before = registration_task.read_before(run, order);
  const known = before !== undefined ? before.known : undefined;
  if (before !== undefined && known !== undefined && order.action === "forget") {
    forget(run, order.provider, before.saved, known);
    return { report: report.report_of(run) };
  }
  const task = before !== undefined ? registration_task.begin(run, order, before) : undefined;
  const asked = task !== undefined ? carry_out_at(task, order) : undefined;
  return { report: report.report_of(run), client_metadata: asked };
}
