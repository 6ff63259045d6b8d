/**
 * The registration of this router as a client at a provider, its update and its removal (OpenID Connect Dynamic Client Registration
 * 1.0, RFC 7591, RFC 7592).
 */
import type { JsonObject } from "io/json";
import * as clock from "io/clock";
import * as commit from "../base/commit";
import type { Io, UciSection } from "../base/io";
import * as names from "../base/names";
import * as strings from "../base/strings";
import * as values from "../base/values";
import * as document_check from "../check/document";
import * as report from "../check/report";
import type { Report, Run } from "../check/report";
import * as router_check from "../check/router";
import * as claims from "../jose/claims";
import * as client_keys from "../jose/client_keys";
import * as metadata from "../protocol/metadata";
import type { Config } from "../settings/config";
import * as load from "../settings/load";
import * as page from "../settings/page";
import * as client_metadata from "./client_metadata";
import type { Options } from "./client_metadata";
import * as registration_options from "./options";
import type { Order } from "./options";
import * as record from "./record";
import * as requests from "./requests";

/** The findings, and the metadata that were or would be sent. */
export interface Outcome {
  report: Report;
  metadata?: JsonObject;
}

/** The option with the address after a logout; a registration follows `redirect_uri` with the value that it has saved itself. */
const leaving = "post_logout_redirect_uri";

/** An order under way. */
interface Task {
  run: Run;
  provider: string;
  saved: UciSection[];
  config: Config;
  document: JsonObject;
  /** The registration of an earlier order. */
  known?: record.Record;
}

/** Seconds for all calls together. */
const total_time = 20;

/** Whether the address after a logout is the one that the registration has saved, and not an administrator's. */
function is_own_address(saved: UciSection[], provider: string, known: record.Record): boolean {
  return page.values_of(saved, provider)[leaving] === known.returns_to;
}

/** Validates the options, and reads the provider's document; undefined, and findings, where one of them is wrong. */
function begin(run: Run, order: Order): Task | undefined {
  const io = run.io;
  const saved = load.saved_sections(io);
  if (!saved.ok) {
    report.error(run, "config_unreadable", { reason: values.text_of(values.facts_of(saved).reason) });
    return undefined;
  }
  const known = record.find(io, order.provider);
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
    router_check.check_router(run, config);
    run.findings = run.findings.filter((finding) => finding.level !== "ok");
    if (run.findings.some((finding) => finding.level === "error")) {
      return undefined;
    }
  }
  io.https_settings({ ca_file: config.ca_file, timeout: config.http_timeout ?? total_time, total: total_time });
  const document = requests.read_document(run, config);
  return document !== undefined
    ? { run, provider: order.provider, saved: saved.data, config, document, known }
    : undefined;
}

/** The metadata to send; undefined, and a finding, where there is no way to authenticate. Makes a key where one is needed. */
function metadata_of(task: Task, may_make_key: boolean): JsonObject | undefined {
  const run = task.run;
  const config = task.config;
  const document = task.document;
  const method = client_metadata.choose_method(config, document);
  if (method === undefined) {
    const offered = values.strings_of(document.token_endpoint_auth_methods_supported) ?? [];
    report.error(run, "auth_method_none", { offered: offered.join(", ") });
    return undefined;
  }
  const by_key = method === "private_key_jwt";
  const alg = config.client_assertion_alg ?? "ES256";
  const needs_key = by_key && may_make_key && client_keys.newest(run.io, alg) === undefined;
  const made = needs_key ? client_keys.make(run.io, alg) : undefined;
  if (made !== undefined && !made.ok) {
    report.error(run, "register_not_saved", { reason: values.text_of(values.facts_of(made).reason) });
    return undefined;
  }
  const grants = ["authorization_code"].concat(config.session_revalidate !== undefined ? ["refresh_token"] : []);
  const jwks = by_key ? client_keys.public_set(run.io) : undefined;
  return client_metadata.of_config(config, document, method, grants, jwks);
}

/** Writes options of the provider's section in one commit; a finding where that fails. */
function save_options(task: Task, options: Options): boolean {
  const provider = task.provider;
  const io = task.run.io;
  let growth = `\nconfig oidc '${provider}'\n`;
  io.uci_add(names.package_name, provider, "oidc");
  for (const option of strings.sorted_keys(options)) {
    const value = options[option] ?? "";
    if (value !== "") {
      io.uci_set(names.package_name, provider, option, value);
      growth = growth + `\toption ${option} '${value}'\n`;
    } else {
      io.uci_delete(names.package_name, provider, option);
    }
  }
  const written = commit.commit(io, names.package_name, growth, (after) => {
    const found = page.values_of(after, provider);
    return strings.sorted_keys(options).every((option) => (found[option] ?? "") === options[option]);
  });
  if (!written.ok) {
    report.error(task.run, "register_not_saved", { reason: values.text_of(values.facts_of(written).reason) });
  }
  return written.ok;
}

/** Saves what an answer says: first the access to the registration, then the options. */
function save(task: Task, asked: JsonObject, answer: JsonObject): boolean {
  const run = task.run;
  const config = task.config;
  const made = record.of_answer(config.issuer_url, answer, task.known);
  record.save(run.io, task.provider, made);
  const read = client_metadata.read_answer(config, asked, answer);
  if (read.obstacle !== undefined) {
    report.error(run, "register_answer", { reason: read.obstacle });
    return false;
  }
  const options = read.options;
  options.ca_file = config.ca_file ?? "";
  options.internal_issuer_url = config.internal_issuer_url ?? "";
  const is_at_hash_set = page.values_of(task.saved, task.provider).at_hash !== undefined;
  if (!is_at_hash_set && document_check.at_hash_risk(config, task.document) !== undefined) {
    options.at_hash = "optional";
  }
  if (registration_options.config_with(run, task.saved, task.provider, options) === undefined) {
    return false;
  }
  for (const change of read.changes) {
    report.warning(run, "register_changed", change);
  }
  const expires = answer.client_secret_expires_at;
  if (claims.is_date(expires) && expires > 0 && options.client_secret !== "") {
    report.warning(run, "register_expires", { time: clock.format_time(expires) });
  }
  if (made.uri === "" || made.token === "") {
    report.warning(run, "register_not_kept");
  }
  if (!save_options(task, options)) {
    return false;
  }
  made.returns_to = options[leaving];
  return record.save(run.io, task.provider, made);
}

/**
 * Sends the metadata. Some providers permit no `openid` among a client's scopes (Keycloak), and others demand it there (Hydra): a refused
 * request is made once more without `scope`, for the provider's own choice.
 */
function send_metadata(task: Task, message: requests.Message, asked: JsonObject): JsonObject | undefined {
  const run = task.run;
  message.sent = asked;
  const answer = requests.send(run, task.config, message);
  const last = run.findings[run.findings.length - 1];
  if (last === undefined || last.id !== "register_refused") {
    return answer;
  }
  run.findings = run.findings.filter((finding) => finding !== last);
  asked.scope = undefined;
  return requests.send(run, task.config, message);
}

/** Registers the router; the record is written before as well, as a registration that could not be kept would be lost. */
function register(task: Task, token: string, asked: JsonObject): void {
  const run = task.run;
  const provider = task.provider;
  const config = task.config;
  const endpoint = metadata.endpoint(task.document, requests.endpoint_name);
  if (!endpoint.ok) {
    report.error(run, "register_not_offered");
  } else if (!record.save(run.io, provider, record.of_answer(config.issuer_url, {}))) {
    report.error(run, "register_not_saved", { reason: "no room on the flash" });
  } else {
    const answer = send_metadata(task, { method: "POST", address: endpoint.data, token }, asked);
    if (answer === undefined) {
      record.save(run.io, provider, undefined);
    } else if (save(task, asked, answer)) {
      report.ok(run, "register_ok", { client_id: values.text_of(answer.client_id) });
    }
  }
}

/** Sends today's metadata for an earlier registration. An answer may leave out a secret that stays as it is. */
function update(task: Task, known: record.Record, asked: JsonObject): void {
  const run = task.run;
  asked.client_id = known.client_id;
  const answer = send_metadata(task, { method: "PUT", address: known.uri, token: known.token }, asked);
  if (answer === undefined) {
    return;
  }
  if (!values.is_name(answer.client_secret)) {
    answer.client_secret = page.values_of(task.saved, task.provider).client_secret;
  }
  if (save(task, asked, answer)) {
    report.ok(run, "register_updated", { client_id: known.client_id });
  }
}

/** Removes an earlier registration at the provider, and turns the section off. */
function remove(task: Task, known: record.Record): void {
  const run = task.run;
  const provider = task.provider;
  const removal: requests.Message = { method: "DELETE", address: known.uri, token: known.token };
  const options: Options = { client_id: "", client_secret: "", enabled: "0" };
  if (is_own_address(task.saved, provider, known)) {
    options[leaving] = "";
  }
  if (requests.send(run, task.config, removal) !== undefined && save_options(task, options)) {
    record.save(run.io, provider, undefined);
    report.ok(run, "register_removed", { client_id: known.client_id });
  }
}

/** Carries out an order. */
export function carry_out(io: Io, order: Order): Outcome {
  const run: Run = { io, findings: [], secret: order.token, total_time };
  const task = begin(run, order);
  const asked =
    task !== undefined && order.action !== "remove" ? metadata_of(task, order.action !== "show") : undefined;
  if (task !== undefined && order.action === "remove" && task.known !== undefined) {
    remove(task, task.known);
  } else if (task !== undefined && order.action === "register" && asked !== undefined) {
    register(task, order.token, asked);
  } else if (task !== undefined && order.action === "update" && asked !== undefined && task.known !== undefined) {
    update(task, task.known, asked);
  }
  return { report: report.report_of(run), metadata: asked };
}
