/** The refresh token of a session: new tokens for it (OpenID Connect Core section 12), and its revocation (RFC 7009). */
import * as encoding from "../../base/encoding";
import type { Io } from "../../base/io";
import * as urls from "../../base/urls";
import * as json_values from "../../base/json_values";
import * as provider_calls from "../../protocol/provider_calls";
import * as client_request from "../../protocol/client_request";
import * as known_metadata from "../../protocol/known_metadata";
import type { Metadata } from "../../protocol/provider_metadata";
import * as token_request from "../../protocol/token_request";
import type { Received } from "../../protocol/token_request";
import { err, type Result } from "../../result";
import type { Config } from "../../settings/provider_config";

/** Seconds for the calls of a revocation, each. */
const revocation_timeout = 5;

/** Sends a refresh token for new ones; `log_id` names the session in log lines. Fails as `token_request.send` does. */
export function send(
  io: Io,
  config: Config,
  metadata: Metadata,
  refresh_token: string,
  log_id: string,
): Result<Received> {
  const form = encoding.form_encode([
    ["grant_type", "refresh_token"],
    ["refresh_token", refresh_token],
  ]);
  const request = { form, secrets: [refresh_token], log_id, needs_id_token: false };
  return token_request.send(io, config, metadata, provider_calls.caller(config), request);
}

/** Revokes a refresh token, as far as the provider can do it and answers: nothing depends on the outcome. */
export function revoke(io: Io, config: Config, refresh_token: string): void {
  const known = known_metadata.of_provider(io, config, revocation_timeout);
  if (!known.ok || known.data.revocation_endpoint === undefined) {
    return;
  }
  const form = encoding.form_encode([
    ["token", refresh_token],
    ["token_type_hint", "refresh_token"],
  ]);
  const code = "TOKEN_ENDPOINT_NETWORK_ERROR";
  known_metadata.by_metadata(io, config, known, "revocation_endpoint", (metadata) => {
    const endpoint = json_values.text_of(metadata.revocation_endpoint);
    const request =
      urls.parse_https(endpoint) !== undefined
        ? client_request.form_request(io, config, metadata, endpoint, form)
        : err(code);
    const answer = request.ok ? provider_calls.call(io, config, request.data, code) : request;
    return answer.ok && answer.data.status !== 200 ? err(code) : answer;
  });
}
