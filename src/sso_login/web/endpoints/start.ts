/** GET /: sends the browser to the provider with the state cookie (specification, "initiate login"). */
import type { Io } from "../../base/io";
import * as public_names from "../../base/public_names";
import * as strings from "../../base/strings";
import * as urls from "../../base/urls";
import * as browser from "../../login/browser";
import type { Browser } from "../../login/browser";
import * as login_start from "../../login/login_start";
import type { StartOptions } from "../../login/login_start";
import { err, ok, type Result } from "../../result";
import type { Config } from "../../settings/provider_config";
import * as option_forms from "../../settings/option_forms";
import * as provider_choice from "../provider_choice";
import * as saved_config from "../../settings/saved_config";
import type { Admission } from "../rate_limit";
import type { Request } from "../web_request";
import * as responses from "../responses";
import type { Response } from "../responses";

/** Loaded for a start that fails. */
const failures = () => require("../../base/failures") as typeof import("../../base/failures");
/** Loaded for a browser with the cookies of so many logins. */
const surplus_logins = () => require("../../login/surplus_logins") as typeof import("../../login/surplus_logins");
const many_logins = 8;

/** Bytes of a hint at the user for the provider. */
const max_hint = 200;

/** Whether a text has the form of an account's hash (error_page.ts). */
function is_account(text: string | undefined): boolean {
  return text !== undefined && text.length === 8 && strings.consists_of(text, "hex");
}

/** The path of an address of this router; undefined for all others. */
function path_on_router(config: Config, address: string | undefined): string | undefined {
  const url = address !== undefined ? urls.parse_https(address) : undefined;
  const router = url !== undefined ? urls.parse_https(config.redirect_uri) : undefined;
  const same_host = url !== undefined && router !== undefined && urls.host_header(url) === urls.host_header(router);
  return same_host && url.query === undefined ? url.path : undefined;
}

/**
 * The wishes in the address of a start: a page to return to, those of a login initiated by a third party (OpenID Connect Core section
 * 4), and another account or a login that begins again (error_page.ts). INVALID_REQUEST where it names another issuer; all else that is of no use is ignored.
 */
function read_query(config: Config, request: Request, from: Browser, cookie_hash: string): Result<StartOptions> {
  const params = request.query.values;
  if (params.iss !== undefined && params.iss !== config.issuer_url) {
    return err("INVALID_REQUEST", { reason: "not issuer_url", parameter: "iss" });
  }
  const hint = params.login_hint ?? "";
  const has_hint = hint !== "" && hint.length <= max_hint && strings.is_visible_ascii(hint);
  const prompt = params.prompt;
  const page = params.return_to ?? path_on_router(config, params.target_link_uri) ?? "";
  const webui_path = config.webui_path ?? public_names.luci_cookie_path;
  return ok({
    login_hint: has_hint ? hint : undefined,
    prompt: prompt === "login" || prompt === "select_account" ? prompt : undefined,
    refused: is_account(params.refused) ? params.refused : undefined,
    is_again: params.again !== undefined ? true : undefined,
    return_to: option_forms.is_return_path(page, webui_path) ? page : undefined,
    host: request.host,
    cookie_hash,
    is_own_site: from.is_own_site ? true : undefined,
  });
}

/** Starts a login by a configuration; INVALID_REQUEST as above, else fails as login/login_start does. */
function begin(io: Io, config: Config, request: Request): Result<Response> {
  const from = browser.read(request.cookies);
  const own = browser.create_value();
  const start = read_query(config, request, from, own.hash);
  if (!start.ok) {
    return start;
  }
  const begun = login_start.initiate(io, config, start.data);
  if (!begun.ok) {
    return begun;
  }
  const login = { state: begun.data.handshake.state, value: own.value, page: start.data.return_to };
  const ids = strings.sorted_keys(from.logins);
  const surplus = ids.length >= many_logins ? surplus_logins().surplus(io, ids) : [];
  return ok(responses.redirect(begun.data.url, browser.login_starts(from, login, surplus)));
}

/** Starts a login at the provider that the request names. */
function respond(io: Io, request: Request): Result<Response> {
  const provider = provider_choice.of_start(io, request);
  const config = provider.ok ? saved_config.load_enabled(io, provider.data) : provider;
  if (!config.ok) {
    return config;
  }
  const response = begin(io, config.data, request);
  return response.ok ? response : failures().about(config.data.log_name, response);
}

export function admit(io: Io, request: Request): Admission {
  return { respond: () => respond(io, request) };
}
