/** A login that begins once more, as the provider demands another kind of request since its metadata were cached. */
import type { Io } from "../base/io";
import * as urls from "../base/urls";
import * as known_metadata from "../protocol/known_metadata";
import * as renewal from "../protocol/renewal";
import type { Metadata } from "../protocol/provider_metadata";
import * as result from "../result";
import type { Err } from "../result";
import type { AdmittedLogin } from "./attempt";
import * as login_start from "./login_start";

/** The metadata that are newer than a login whose request the provider refuses by `failure`; undefined where there are none. */
function newer_metadata(io: Io, login: AdmittedLogin, failure: Err): Metadata | undefined {
  const config = login.config;
  const known = known_metadata.cached_of_provider(io, config);
  if (known === undefined) {
    return undefined;
  }
  const is_newer = (known.fetched_at ?? 0) > (login.handshake.created_at ?? 0);
  return is_newer ? known : renewal.renewed(io, config, known, "pushed_authorization_request_endpoint", failure);
}

/**
 * The failure of a login whose request the provider refuses. Where it demands pushed requests now and did not when the login began, another login
 * has begun in its place, which the failure names; that one is newer than the metadata, so that no third one follows.
 */
export function begin_again(io: Io, login: AdmittedLogin, failure: Err): Err {
  const handshake = login.handshake;
  const is_about_request = failure.error === "IDP_ERROR" && login.params.error === "invalid_request";
  const metadata = is_about_request ? newer_metadata(io, login, failure) : undefined;
  const router = urls.parse_https(login.config.redirect_uri);
  if (metadata === undefined || metadata.pushed_authorization_request_endpoint === undefined || router === undefined) {
    return failure;
  }
  const begun = login_start.initiate(io, login.config, {
    cookie_hash: handshake.cookie_hash,
    host: urls.host_header(router),
    is_own_site: handshake.is_own_site,
    prompt: handshake.is_anew === true ? "login" : undefined,
    refused: handshake.refused,
    return_to: handshake.return_to,
  });
  return begun.ok
    ? result.answered(failure, { begun: { url: begun.data.url, state: begun.data.handshake.state } })
    : begun;
}
