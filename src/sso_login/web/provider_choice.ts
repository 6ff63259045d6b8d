/** The provider that a request is for. */
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import { err, ok, type Result } from "../result";
import * as enabled from "../settings/enabled";
import * as saved_config from "../settings/saved_config";
import * as option_forms from "../settings/option_forms";
import * as request_fields from "./request_fields";
import type { Request } from "./web_request";

/** Parameters by which a start names its provider. */
const start_params = ["iss", "provider"];

/**
 * The provider of a start: the one that `provider` names, or has the issuer `iss`, else the first. NOT_FOUND for one that is not
 * there or off, INVALID_REQUEST where no provider has the issuer, or where a parameter is given twice.
 */
export function of_start(io: Io, request: Request): Result<string> {
  const params = request_fields.checked_values(request.query, start_params);
  if (!params.ok) {
    return params;
  }
  const named = params.data.provider;
  const iss = params.data.iss;
  if (named !== undefined) {
    const is_there = named === public_names.first || (option_forms.is_provider_name(named) && enabled.is_on(io, named));
    return is_there ? ok(named) : err("NOT_FOUND", { reason: "no such provider" });
  }
  const found = iss !== undefined ? saved_config.of_issuer(io, iss) : public_names.first;
  return found !== undefined ? ok(found) : err("INVALID_REQUEST", { reason: "not issuer_url", parameter: "iss" });
}

/** The provider for a new start after a request that was refused. */
export function of_page(io: Io, request: Request): string {
  const named = request.path === "/" ? of_start(io, request) : ok(request.provider);
  return named.ok ? named.data : public_names.first;
}
