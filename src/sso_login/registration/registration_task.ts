/** An order about a registration, up to the provider's metadata: what is saved, what refuses it, and what it has to work with. */
import type { JsonObject } from "io/json";
import type { UciSection } from "../base/io";
import * as report from "../check/report";
import type { Run } from "../check/report";
import * as web_server_check from "../check/web_server_check";
import * as provider_metadata from "../protocol/provider_metadata";
import type { Config } from "../settings/provider_config";
import * as folders from "../base/folders";
import * as saved_config from "../settings/saved_config";
import * as page_settings from "../settings/page_settings";
import type { Options } from "./client_metadata";
import * as registration_options from "./registration_options";
import type { Order } from "./registration_options";
import * as registration_record from "./registration_record";
import type { RegistrationRecord } from "./registration_record";
import * as registration_requests from "./registration_requests";

/** The option with the address after a logout; a registration follows `redirect_uri` with the value that it has saved itself. */
export const logout_address = "post_logout_redirect_uri";

/** An order under way. */
export interface Task {
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
export const total_time = 20;

/** Whether the address after a logout is the one that the registration has saved, or absent as there, and not an administrator's. */
export function is_own_address(saved: UciSection[], provider: string, known: RegistrationRecord): boolean {
  return page_settings.values_of(saved, provider)[logout_address] === known.returns_to;
}

/** Stores the record of a provider, or removes it; false, and a finding, where that fails. */
export function write_record(run: Run, provider: string, record: RegistrationRecord | undefined): boolean {
  const is_written = registration_record.write(run.io, provider, record);
  if (!is_written) {
    report.error(run, "register_not_saved", { reason: { id: folders.fault_of(run.io, run.io.paths.etc_dir) } });
  }
  return is_written;
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

/** The saved sections, the options of an order, and the registration of an earlier one. */
export interface Before extends Pick<Task, "saved" | "known"> {
  options: Options;
}

/** Reads what is saved; undefined, and a finding, where the order cannot follow it. */
export function read_before(run: Run, order: Order): Before | undefined {
  const io = run.io;
  const provider = order.provider;
  const read = saved_config.saved_sections(io);
  if (!read.ok) {
    report.error_of(run, "config_unreadable", read);
    return undefined;
  }
  if (!registration_record.is_readable(io)) {
    report.error(run, "register_not_saved", {
      reason: io.paths.etc_dir + "/registration.json is damaged; move it away first",
    });
    return undefined;
  }
  const saved = read.data;
  const known = registration_record.find(io, provider);
  const options = registration_options.of_order(saved, order);
  if (known !== undefined && is_own_address(saved, provider, known)) {
    options[logout_address] = "";
  }
  const configured = options.issuer_url ?? "";
  const is_other = saved.some((section) => section.name === provider && section.type !== "oidc");
  const refusal = is_other ? "register_no_provider" : refusal_of(order, configured, known);
  if (refusal === undefined) {
    return { saved, options, known };
  }
  const of_known = known ?? { issuer: "", client_id: "" };
  report.error(run, refusal, { provider, configured, issuer: of_known.issuer, client_id: of_known.client_id });
  return undefined;
}

/** Whether this router's web server answers under the name and port of `redirect_uri`; a client for others is of no use. */
function is_reachable(run: Run, config: Config): boolean {
  web_server_check.check_web_server(run, config);
  run.findings = run.findings.filter((finding) => finding.level !== "ok");
  return !run.findings.some((finding) => finding.level === "error");
}

/** Validates the options, and reads the provider's metadata; undefined, and findings, where one of them is wrong. */
export function begin(run: Run, order: Order, before: Before): Task | undefined {
  const provider = order.provider;
  const saved = before.saved;
  const known = before.known;
  const config = registration_options.config_with(run, saved, provider, before.options);
  if (config === undefined || (order.action !== "remove" && !is_reachable(run, config))) {
    return undefined;
  }
  run.io.https_settings({ ca_file: config.ca_file, timeout: config.http_timeout ?? total_time, total: total_time });
  const metadata = registration_requests.fetch_metadata(run, config);
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
