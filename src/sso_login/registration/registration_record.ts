/** The access to this router's registrations (RFC 7592), by provider, in a file beside the UCI package. */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as urls from "../base/urls";
import * as json_values from "../base/json_values";

export interface RegistrationRecord {
  issuer: string;
  client_id: string;
  /** The client configuration endpoint and its access token; "" where the provider gave none. */
  uri: string;
  token: string;
  /** The address after a logout that the registration has saved. */
  returns_to?: string;
}

function path_of(io: Io): string {
  return io.paths.etc_dir + "/registration.json";
}

/** Whether a registration can be read and changed: its address is of the origin of the registration endpoint, and so https. */
export function is_accessible(record: RegistrationRecord, endpoint: string): boolean {
  return record.token !== "" && urls.same_origin(record.uri, endpoint);
}

/** The record of a registration whose answer has not come yet: without a client. */
export function reserved(issuer: string): RegistrationRecord {
  return { issuer, client_id: "", uri: "", token: "" };
}

/**
 * A record of an answer (RFC 7591 section 3.2.1) of the endpoint; a member that it lacks is that of an earlier one. An address of another
 * origin is not kept, as the access token would go there.
 */
export function of_answer(
  issuer: string,
  endpoint: string,
  answer: JsonObject,
  earlier?: RegistrationRecord,
): RegistrationRecord {
  const before = earlier ?? reserved(issuer);
  const filled = (given: unknown, otherwise: string): string => (json_values.is_name(given) ? given : otherwise);
  const uri = filled(answer.registration_client_uri, before.uri);
  return {
    issuer,
    client_id: filled(answer.client_id, before.client_id),
    uri: urls.same_origin(uri, endpoint) ? uri : "",
    token: filled(answer.registration_access_token, before.token),
  };
}

/** The records of all providers; undefined where the file is damaged. */
function read_all(io: Io): JsonObject | undefined {
  return store.read(io, path_of(io)) ?? (io.file_info(path_of(io)) === undefined ? {} : undefined);
}

/** Whether the records can be read: a damaged file is not replaced, as it may be all that is left of them. */
export function is_readable(io: Io): boolean {
  return read_all(io) !== undefined;
}

/** The record of a provider; undefined where there is none. */
export function find(io: Io, provider: string): RegistrationRecord | undefined {
  const stored = (read_all(io) ?? {})[provider];
  return json.is_object(stored) ? (stored as unknown as RegistrationRecord) : undefined;
}

/** Stores the record of a provider, or removes it; false where that fails, and then the file is as it was. */
export function write(io: Io, provider: string, record: RegistrationRecord | undefined): boolean {
  const all = read_all(io);
  if (all === undefined || io.make_dir(io.paths.etc_dir) === "failed") {
    return false;
  }
  all[provider] = record;
  return io.write_file(path_of(io), json.encode(all));
}
