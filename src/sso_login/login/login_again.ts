/** A login that may begin again, as the provider demands another kind of request since its metadata were cached. */
import type { Io } from "../base/io";
import * as known_metadata from "../protocol/known_metadata";
import * as metadata_call from "../protocol/metadata_call";
import { err, type Err } from "../result";
import type { AdmittedLogin } from "./attempt";

/**
 * The failure of a login whose response is refused, with the meaning `begin_again` where the provider refuses its request, and demands pushed
 * requests by metadata that are newer than the login.
 */
export function with_meaning(io: Io, login: AdmittedLogin, failure: Err): Err {
  const known = failure.meaning === "request" ? known_metadata.cached_of_provider(io, login.config) : undefined;
  if (known === undefined) {
    return failure;
  }
  const is_newer = (known.fetched_at ?? 0) > (login.handshake.created_at ?? 0);
  const field = "pushed_authorization_request_endpoint";
  const newest = is_newer ? known : metadata_call.renewed(io, login.config, known, field, failure);
  return newest !== undefined && newest[field] !== undefined
    ? err(failure.error, failure.details, "begin_again", failure.answer)
    : failure;
}
