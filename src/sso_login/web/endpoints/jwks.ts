/** GET /jwks: the public keys by which this client proves itself, for providers that fetch them (RFC 7517 section 5). */
import * as json from "io/json";
import type { Io } from "../../base/io";
import * as client_keys from "../../jose/client_keys";
import { err, ok, type Result } from "../../result";
import type { Admission } from "../rate_limit";
import type { Response } from "../responses";

/** The keys, also while single sign-on is off: a provider is told of them first. NOT_FOUND where there is none. */
function respond(io: Io): Result<Response> {
  const keys = client_keys.public_set(io);
  if (keys === undefined) {
    return err("NOT_FOUND", { reason: "the router has no key" });
  }
  return ok({
    status: 200,
    content_type: "application/jwk-set+json",
    cache_control: "public, max-age=60",
    headers: [],
    body: json.encode(keys),
  });
}

export function admit(io: Io): Admission {
  return { respond: () => respond(io) };
}
