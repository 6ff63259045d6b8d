/**
 * The files of a test login, apart from the records of logins, so that neither is ever taken for the other: a snapshot of the
 * settings for each session, a ticket, a record for each state, and in the end the outcome in the snapshot's place. All are
 * small files in RAM of mode 0600, valid for 300 seconds; their names are hashes.
 */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io, UciSection } from "../../base/io";
import * as store from "../../base/store";
import * as json_values from "../../base/json_values";
import * as hash from "../../jose/hash";
import type { Handshake } from "../../protocol/authorization_request";
import { err, ok, type Result } from "../../result";
import type { Settings } from "../../settings/page_settings";
import * as handshake_record from "../handshake_record";
import type { TestResult } from "./test_result";

/** How the names of all files of test logins begin, and those of folders for calls to the provider. */
const prefix = "test_";
export const folder_prefix = prefix + "calls_";

/** The owner of a test: the hash of a session's id, and that of the ticket. */
export interface Owner {
  session: string;
  id: string;
}

/** The record of a test login between its two requests. */
export interface TestRecord {
  owner: Owner;
  handshake: Handshake;
}

function snapshot_path(io: Io, session: string): string {
  return store.path_of(io, prefix + "session_" + session + ".json");
}

function ticket_path(io: Io, ticket: string): string {
  return store.path_of(io, prefix + "ticket_" + hash.hash_sha256_hex(ticket) + ".json");
}

function record_path(io: Io, state: string): string {
  return store.path_of(io, prefix + "login_" + hash.hash_sha256_hex(state) + ".json");
}

/** The content of a file that has not expired. */
function read_fresh(io: Io, path: string): JsonObject | undefined {
  return store.read_fresh(io, path, "created_at", store.handshake_lifetime);
}

/** Removes expired files of all sessions: snapshots hold a secret. */
export function clean(io: Io): void {
  for (const name of io.list_dir(io.paths.run_dir) ?? []) {
    const info = name.startsWith(prefix) ? io.file_info(store.path_of(io, name)) : undefined;
    if (info !== undefined && !store.is_fresh(info.mtime, io.time(), store.handshake_lifetime)) {
      store.remove_all(io, store.path_of(io, name), "");
      io.remove(store.path_of(io, name));
    }
  }
}

/** Keeps the settings for a session, in the place of older ones, and the ticket; false when they cannot be written. */
export function save_snapshot(io: Io, session: string, ticket: string, settings: Settings): boolean {
  const created_at = io.time();
  const id = hash.hash_sha256_hex(ticket);
  const snapshot = { id, created_at, sections: settings.sections, provider: settings.provider };
  return (
    store.write(io, snapshot_path(io, session), snapshot) &&
    store.write(io, ticket_path(io, ticket), { session, id, created_at })
  );
}

/** A file's object once: of two requests at once only one succeeds. */
function take(io: Io, path: string): Result<JsonObject> {
  const stored = store.take(io, path);
  if (stored === undefined) {
    return err("STATE_NOT_FOUND", { test: true });
  }
  return store.is_fresh(stored.created_at, io.time(), store.handshake_lifetime)
    ? ok(stored)
    : err("STATE_NOT_FOUND", { test: true, reason: "expired or damaged" });
}

function owner_of(stored: JsonObject): Owner {
  return { session: json_values.text_of(stored.session), id: json_values.text_of(stored.id) };
}

/** Uses up a ticket; STATE_NOT_FOUND where it is none, or was used. */
export function take_ticket(io: Io, ticket: string): Result<Owner> {
  const taken = take(io, ticket_path(io, ticket));
  return taken.ok ? ok(owner_of(taken.data)) : taken;
}

/** The settings of a test; STATE_NOT_FOUND where the session has begun another one, or this one is over. */
export function snapshot_of(io: Io, owner: Owner): Result<Settings> {
  const stored = read_fresh(io, snapshot_path(io, owner.session));
  const is_own = stored !== undefined && hash.constant_time_eq(json_values.text_of(stored.id), owner.id);
  return is_own && json.is_array(stored.sections)
    ? ok({ sections: stored.sections as UciSection[], provider: stored.provider as string | undefined })
    : err("STATE_NOT_FOUND", { test: true, reason: "another test has begun, or this one is over" });
}

/** Stores the record for the callback; false when it cannot be written. */
export function save_record(io: Io, owner: Owner, handshake: Handshake): boolean {
  const stored = handshake_record.to_record(handshake, io.time());
  stored.session = owner.session;
  stored.id = owner.id;
  return store.write(io, record_path(io, handshake.state), stored);
}

/** A stored record of this state; one without cookie hash has one that no cookie has. */
function read_record(io: Io, stored: JsonObject, state: string): TestRecord | undefined {
  const handshake = handshake_record.read_record(stored, state, io.time());
  const owner = owner_of(stored);
  if (handshake === undefined || handshake.nonce === "" || handshake.code_verifier === "" || owner.session === "") {
    return undefined;
  }
  handshake.cookie_hash = handshake.cookie_hash ?? "";
  return { owner, handshake };
}

/** The record of a state as it is; undefined where there is none. */
export function look(io: Io, state: string): TestRecord | undefined {
  const stored = store.read(io, record_path(io, state));
  return stored !== undefined ? read_record(io, stored, state) : undefined;
}

/** Uses up the record of a state; STATE_NOT_FOUND. */
export function take_record(io: Io, state: string): Result<TestRecord> {
  const taken = take(io, record_path(io, state));
  if (!taken.ok) {
    return taken;
  }
  const found = read_record(io, taken.data, state);
  return found !== undefined ? ok(found) : err("STATE_NOT_FOUND", { test: true, reason: "damaged" });
}

/** Keeps the outcome in the place of the snapshot, whose secret goes; not where another test has begun. False where it is not kept. */
export function save_outcome(io: Io, owner: Owner, outcome: object): boolean {
  const kept = { id: owner.id, created_at: io.time(), outcome };
  return snapshot_of(io, owner).ok && store.write(io, snapshot_path(io, owner.session), kept);
}

/** The state of a session's last test: none, begun, or done with the outcome. */
export function outcome_of(io: Io, session: string): TestResult {
  const stored = read_fresh(io, snapshot_path(io, session));
  if (stored === undefined) {
    return { state: "none" };
  }
  return json.is_object(stored.outcome) ? { state: "done", outcome: stored.outcome } : { state: "begun" };
}
