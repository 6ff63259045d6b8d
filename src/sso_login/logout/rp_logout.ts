/** The logout at the provider, where the browser goes after the logout here (OpenID Connect RP-Initiated Logout 1.0). */
import * as bytes from "io/bytes";
import * as encoding from "../base/encoding";
import type { HttpRequest, Io } from "../base/io";
import * as urls from "../base/urls";
import * as hash from "../jose/hash";
import * as known_metadata from "../protocol/known_metadata";
import * as provider_metadata from "../protocol/provider_metadata";
import type { Config } from "../settings/provider_config";

/** Loaded for a long address. */
const provider_calls = () => require("../protocol/provider_calls") as typeof import("../protocol/provider_calls");

/** Random bytes of a state. */
const state_bytes = 16;

/** Bytes of an address that any provider takes; Microsoft Entra ID refuses longer ones. */
const short_length = 2000;

/** Whether an address tells an error in its query or fragment. */
export function tells_error(location: string): boolean {
  return ["?", "&", "#"].some((sign) => location.includes(sign + "error="));
}

/** Whether the provider takes a logout by `client_id` alone: it answers one without cookies by a page, or leads to no error. */
function takes_client(io: Io, config: Config, short: string): boolean {
  const url = provider_metadata.at_origin(short, provider_metadata.internal_origin(config.internal_issuer_url));
  const request: HttpRequest = { method: "GET", url, headers: ["Accept: text/html"] };
  const answer = provider_calls().call(io, config, request, "OIDC_DISCOVERY_FAILED");
  return answer.ok && answer.data.status < 400 && !tells_error(answer.data.location ?? "");
}

/**
 * The provider's logout address with its parameters (section 2); `id_token` is "" where there is none. The state is sent only with the
 * address to return to. It is not compared: that page only shows LuCI.
 */
export function logout_address(config: Config, endpoint: string, id_token: string, state: string): string {
  const params: [string, string][] = [["client_id", config.client_id]];
  if (config.post_logout_redirect_uri !== undefined) {
    params.push(["post_logout_redirect_uri", config.post_logout_redirect_uri]);
    params.push(["state", state]);
  }
  const without_hint = urls.add_query(endpoint, encoding.form_encode(params));
  if (id_token === "") {
    return without_hint;
  }
  const hint: [string, string][] = [["id_token_hint", id_token]];
  const with_hint = urls.add_query(endpoint, encoding.form_encode(hint.concat(params)));
  return with_hint.length <= urls.max_location_length ? with_hint : without_hint;
}

/**
 * The address for the browser: the provider's logout page, or `/` when it has none. Only the issuer of the session gets its ID Token: the
 * section may be another provider's meanwhile.
 */
export function address(io: Io, config: Config, issuer: string, id_token: string): string {
  const metadata = known_metadata.of_provider(io, config);
  const endpoint = metadata.ok ? metadata.data.end_session_endpoint : undefined;
  if (endpoint === undefined) {
    return "/";
  }
  const hint = issuer === config.issuer_url ? id_token : "";
  const state = bytes.base64url_encode(hash.random(state_bytes));
  const full = logout_address(config, endpoint, hint, state);
  const short = logout_address(config, endpoint, "", state);
  const url = full === short || full.length <= short_length || !takes_client(io, config, short) ? full : short;
  return url.length <= urls.max_location_length ? url : "/";
}
