/** The refresh token of a session: new tokens for it (OpenID Connect Core section 12), and its revocation (RFC 7009). */
import * as encoding from "../../base/encoding";
import type { Io } from "../../base/io";
import * as urls from "../../base/urls";
import * as json_values from "../../base/json_values";
import * as provider_calls from "../../protocol/provider_calls";
import * as client_request from "../../protocol/client_request";
import * as provider_metadata from "../../protocol/provider_metadata";
import type { Metadata } from "../../protocol/provider_metadata";
import * as token_request from "../../protocol/token_request";
import type { Received } from "../../protocol/token_request";
import type { Result } from "../../result";
import type { Config } from "../../settings/provider_config";

/** Seconds for the calls of a revocation, each. */
const revocation_timeout = 5;

/** Sends a refresh token for new ones; `session_id` names the session in log lines. Fails as `token_request.send` does. */
export function send(
  io: Io,
  config: Config,
  metadata: Metadata,
  refresh_token: string,
  session_id: string,
): Result<Received> {
  const form = encoding.form_encode([
    ["grant_type", "refresh_token"],
    ["refresh_token", refresh_token],
  ]);
  const request = { form, secrets: [refresh_token], session_id, needs_id_token: false };
  return token_request.send(io, config, metadata, provider_calls.caller(config), request);
}

/** Revokes a refresh token, as far as the provider can do it and answers: nothing depends on the outcome. */
export function revoke(io: Io, config: Config, refresh_token: string): void {
  const metadata = provider_metadata.of_provider(io, config, revocation_timeout);
  if (!metadata.ok) {
    return;
  }
  const endpoint = json_values.text_of(metadata.data.revocation_endpoint);
  if (urls.parse_https(endpoint) === undefined) {
    return;
  }
  const form = encoding.form_encode([
    ["token", refresh_token],
    ["token_type_hint", "refresh_token"],
  ]);
  const request = client_request.form_request(io, config, metadata.data, endpoint, form);
  if (request.ok) {
    provider_calls.call(io, config, request.data, "TOKEN_ENDPOINT_NETWORK_ERROR");
  }
}
