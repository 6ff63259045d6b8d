/** GET /: sends the browser to the provider with the state cookie (specification, "initiate login"). */
import type { Io } from "../../base/io";
import * as names from "../../base/names";
import * as store from "../../base/store";
import * as strings from "../../base/strings";
import * as urls from "../../base/urls";
import * as login_cookie from "../../login/cookie";
import * as initiate from "../../login/start";
import type { Start } from "../../login/start";
import { err, ok, type Result } from "../../result";
import type { Config } from "../../settings/config";
import * as enabled from "../../settings/enabled";
import * as load from "../../settings/load";
import * as option_forms from "../../settings/option_forms";
import * as page_cookie from "../page_cookie";
import * as requests from "../request";
import type { Environment } from "../request";
import * as responses from "../responses";
import type { Response } from "../output";

/** Bytes of a hint at whom the provider is to ask for. */
const max_hint = 200;

/** Parameters that say where a login starts. */
const own_params = ["iss", "provider"];

/** The path of an address of this router; undefined for all others. */
function path_on_router(config: Config, address: string | undefined): string | undefined {
  const url = address !== undefined ? urls.parse_https(address) : undefined;
  const router = url !== undefined ? urls.parse_https(config.redirect_uri) : undefined;
  const same_host = url !== undefined && router !== undefined && urls.host_header(url) === urls.host_header(router);
  return same_host && url.query === undefined ? url.path : undefined;
}

/**
 * The provider of a start: the one that `provider` names, or has the issuer `iss`, else the first. NOT_FOUND for one that is not
 * there or off, INVALID_REQUEST where no provider has the issuer, or where a parameter is given twice.
 */
export function provider_of(io: Io, query: string): Result<string | undefined> {
  const parsed = requests.parse_query(query, own_params);
  if (!parsed.ok) {
    return parsed;
  }
  const named = parsed.data.provider;
  const iss = parsed.data.iss;
  if (named !== undefined) {
    const is_there = named === names.first || (option_forms.is_provider_name(named) && enabled.is_on(io, named));
    return is_there ? ok(named) : err("NOT_FOUND", { reason: "no such provider" });
  }
  const found = iss !== undefined ? load.of_issuer(io, iss) : names.first;
  return found !== undefined ? ok(found) : err("INVALID_REQUEST", { reason: "not issuer_url", parameter: "iss" });
}

/**
 * What the address of a start asks for: a page to return to, and what a login initiated by a third party has (OpenID Connect
 * Core section 4), and another account (error_page.ts). INVALID_REQUEST where that names another issuer; all else that is of no use
 * is ignored.
 */
function read_query(config: Config, query: string): Result<Start> {
  const parsed = requests.parse_query(query, own_params);
  if (!parsed.ok) {
    return parsed;
  }
  const params = parsed.data;
  if (params.iss !== undefined && params.iss !== config.issuer_url) {
    return err("INVALID_REQUEST", { reason: "not issuer_url", parameter: "iss" });
  }
  const hint = params.login_hint ?? "";
  const has_hint = hint !== "" && hint.length <= max_hint && strings.is_visible_ascii(hint);
  const prompt = params.prompt;
  const page = params.return_to ?? path_on_router(config, params.target_link_uri) ?? "";
  const webui_path = config.webui_path ?? names.luci_cookie_path;
  return ok({
    login_hint: has_hint ? hint : undefined,
    prompt: prompt === "login" || prompt === "select_account" ? prompt : undefined,
    return_to: option_forms.is_return_path(page, webui_path) ? page : undefined,
  });
}

/** Starts a login; INVALID_REQUEST as above, else fails as login/start does. */
export function handle(io: Io, config: Config, environment: Environment): Result<Response> {
  const start = read_query(config, environment.query_string);
  if (!start.ok) {
    return start;
  }
  const cookies = requests.parse_cookies(environment.cookie);
  const own = login_cookie.create();
  start.data.cookie_hash = own.hash;
  start.data.host = requests.host_of(environment);
  const started = initiate.initiate(io, config, start.data);
  if (!started.ok) {
    return started;
  }
  const state = started.data.token;
  const headers = [
    responses.set_lax_cookie(names.state_cookie, state, store.handshake_lifetime),
    responses.set_lax_cookie(login_cookie.name_of(state), own.value, store.handshake_lifetime),
  ];
  if (start.data.return_to !== undefined) {
    headers.push(page_cookie.keep(state, start.data.return_to));
  }
  for (const name of login_cookie.surplus(io, cookies)) {
    headers.push(responses.set_lax_cookie(name, "", 0));
  }
  return ok(responses.redirect(started.data.url, headers));
}
