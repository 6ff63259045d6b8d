/** The access to this router's registrations (RFC 7592), by provider, in a file beside the UCI package. */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as store from "../base/store";
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

/** A record of an answer (RFC 7591 section 3.2.1); a member that it lacks is that of an earlier one. */
export function of_answer(issuer: string, answer: JsonObject, earlier?: RegistrationRecord): RegistrationRecord {
  const uri = json_values.text_of(answer.registration_client_uri);
  const token = json_values.text_of(answer.registration_access_token);
  const before = earlier ?? { uri: "", token: "" };
  const client_id = json_values.text_of(answer.client_id);
  return { issuer, client_id, uri: uri !== "" ? uri : before.uri, token: token !== "" ? token : before.token };
}

/** The record of a provider; undefined where there is none. */
export function find(io: Io, provider: string): RegistrationRecord | undefined {
  const stored = (store.read(io, path_of(io)) ?? {})[provider];
  return json.is_object(stored) ? (stored as unknown as RegistrationRecord) : undefined;
}

/** Stores the record of a provider, or removes it; false where that fails, and then the file is as it was. */
export function save(io: Io, provider: string, record: RegistrationRecord | undefined): boolean {
  const all: JsonObject = store.read(io, path_of(io)) ?? {};
  all[provider] = record;
  return io.make_dir(io.paths.etc_dir) !== "failed" && io.write_file(path_of(io), json.encode(all));
}
