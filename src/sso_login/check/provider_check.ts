/** The part of the check that asks the provider: metadata, JWK Set, client. */
import * as metadata_call from "../protocol/metadata_call";
import * as provider_calls from "../protocol/provider_calls";
import * as failed_calls from "./failed_calls";
import * as client_check from "./client_check";
import * as key_check from "./key_check";
import * as metadata_check from "./metadata_check";
import * as call_kinds from "../explain/call_kinds";
import * as explanation from "../explain/explanation";
import * as redirect_check from "./redirect_check";
import * as report from "./report";
import type { Config } from "../settings/provider_config";
import * as provider_metadata from "../protocol/provider_metadata";
import * as clock from "io/clock";
import * as json_values from "../base/json_values";
import * as urls from "../base/urls";

/** Seconds beyond the tolerance from which on a clock that is ahead is an error: ID Tokens live up to an hour. */
const token_lifetime = 3600;

/** Compares the router's clock with the provider's `date`, undefined where it sent none. */
function check_clock(run: report.Run, config: Config, date: number | undefined): void {
  const now = run.io.time();
  if (date === undefined) {
    report.ok(run, "clock_unknown", { now: clock.format_time(now) });
    return;
  }
  const seconds = `${Math.max(now - date, date - now)}`;
  const params = { seconds, tolerance: `${config.clock_tolerance}` };
  if (date - now > config.clock_tolerance) {
    report.error(run, "clock_behind", params);
  } else if (now - date > config.clock_tolerance) {
    const level = now - date > config.clock_tolerance + token_lifetime ? "error" : "warning";
    report.note(run, level, "clock_ahead", params);
  } else {
    report.ok(run, "clock_ok", params);
  }
}

/** The issuer in the address of metadata; undefined for any other address. */
function issuer_in(address: string): string | undefined {
  const url = address.endsWith("/") ? address.substring(0, address.length - 1) : address;
  const path = provider_metadata.path;
  return url.endsWith(path) ? url.substring(0, url.length - path.length) : undefined;
}

/** Asks the provider; returns the steps that could not be tried. */
function ask_provider(run: report.Run, config: Config, wrong: string[], sendable: boolean): string[] {
  const steps = ["jwks_uri", "token_endpoint", "authorization_endpoint"];
  const intended_issuer = issuer_in(config.issuer_url);
  if (intended_issuer !== undefined) {
    report.error(run, "issuer_is_document", { issuer: intended_issuer });
    return ["discovery"].concat(steps);
  }
  const origin = provider_metadata.internal_origin(config.internal_issuer_url);
  const url = provider_metadata.url_of(config);
  run.begin("discovery");
  const sent = metadata_call.get_metadata(run.io, url, "OIDC_DISCOVERY_FAILED", provider_calls.send);
  const published = failed_calls.read_answer(run, call_kinds.metadata_name, url, sent, "OIDC_DISCOVERY_FAILED");
  if (published === undefined || !sent.ok) {
    if (sent.ok && explanation.is_b2c(config.issuer_url)) {
      report.error(run, "issuer_b2c");
    }
    return steps;
  }
  const host = urls.parse_https(url);
  report.ok(run, "connection_ok", { host: host !== undefined ? host.host : url });
  check_clock(run, config, sent.data.date);
  const trusted = metadata_check.check_metadata(run, config, published, url);
  if (wrong.includes("client_id") && trusted && json_values.text_of(published.registration_endpoint) !== "") {
    report.ok(run, "register_offered", { issuer: config.issuer_url });
  }
  key_check.check_algorithms(run, config, published);
  const issuer = json_values.text_of(published.issuer);
  const read = provider_metadata.read_metadata(published, issuer, origin);
  if (!read.ok) {
    return steps;
  }
  if (trusted && run.is_saved === true) {
    metadata_call.keep(run.io, config, published);
  }
  const metadata = read.data;
  const uri = metadata.jwks_uri;
  run.begin("keys");
  const set_answer = provider_calls.get(run.io, uri, [], "JWKS_FETCH_FAILED", provider_calls.send);
  const set = failed_calls.read_answer(run, "jwks_uri", uri, set_answer, "JWKS_FETCH_FAILED");
  if (set !== undefined) {
    key_check.check_keys(run, config, uri, set);
  }
  if (run.quick === true) {
    return [];
  }
  if (!trusted) {
    return ["token_endpoint", "authorization_endpoint"];
  }
  const client = { run, config, metadata };
  run.begin("client");
  const untried = client_check.check_client(client, wrong, sendable) ? [] : ["token_endpoint"];
  if (wrong.includes("client_id") || wrong.includes("redirect_uri")) {
    return untried.concat(["authorization_endpoint"]);
  }
  run.begin("redirect");
  redirect_check.check_redirect(client, sendable);
  redirect_check.check_logout(client);
  return untried;
}

/**
 * Asks the provider as a login would. `wrong` are the names of wrong options. The client secret is sent only where it is
 * `sendable`, and only to a provider whose issuer is the configured one.
 */
export function check_provider(run: report.Run, config: Config, wrong: string[], sendable: boolean): void {
  const no_address = wrong.includes("issuer_url") || wrong.includes("internal_issuer_url");
  const all = ["discovery", "jwks_uri", "token_endpoint", "authorization_endpoint"];
  const steps = no_address ? all : ask_provider(run, config, wrong, sendable);
  if (steps.length > 0) {
    report.warning(run, "not_tried", { steps: steps.join(", ") });
  }
}
