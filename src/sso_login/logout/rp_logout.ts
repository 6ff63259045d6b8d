/** The logout at the provider, where the browser goes after the logout here (OpenID Connect RP-Initiated Logout 1.0). */
import * as bytes from "io/bytes";
import * as encoding from "../base/encoding";
import type { Io } from "../base/io";
import * as urls from "../base/urls";
import * as hash from "../jose/hash";
import * as known_metadata from "../protocol/known_metadata";
import type { Config } from "../settings/provider_config";

/** Random bytes of a state. */
const state_bytes = 16;

/**
 * The provider's logout address with its parameters (section 2); `id_token` is "" where there is none. The state is sent only with the
 * address to return to. It is not compared: that page only shows LuCI.
 */
function logout_address(config: Config, endpoint: string, id_token: string, state: string): string {
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
  const url = logout_address(config, endpoint, hint, bytes.base64url_encode(hash.random(state_bytes)));
  return url.length <= urls.max_location_length ? url : "/";
}
