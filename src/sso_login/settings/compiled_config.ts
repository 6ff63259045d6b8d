/**
 * Configurations that were validated before a request comes: the init script keeps them with the compiled modules, without secrets.
 * They count for the very sections of which they were made.
 */
import * as json from "io/json";
import type { Io, UciSection } from "../base/io";
import * as hash from "../jose/hash";
import * as json_values from "../base/json_values";
import type { Config } from "./provider_config";

/** Bytes of a text that are hashed at once, with the hash of those before. */
const chunk = 16000;

/** SHA-256 of a text of any length in hexadecimal, chunk by chunk. */
export function digest_of(text: string): string {
  let digest = "";
  for (let at = 0; at < text.length; at += chunk) {
    digest = hash.hash_sha256_hex(digest + text.substring(at, at + chunk));
  }
  return digest;
}

export function fingerprint(sections: UciSection[]): string {
  return digest_of(json.encode_repeatable(sections));
}

/** The configuration of a provider's section; undefined where none was kept, or one of other sections. */
export function find(io: Io, sections: UciSection[], section: UciSection): Config | undefined {
  const text = io.compiled_config();
  if (text === undefined) {
    return undefined;
  }
  const made_of = fingerprint(sections);
  const kept = text.startsWith(made_of) ? json.decode_file(text.substring(made_of.length)) : undefined;
  const config = kept !== undefined && kept.ok ? (kept.data[section.name] as Config | undefined) : undefined;
  if (config !== undefined) {
    config.client_secret = json_values.text_of(section.options.client_secret);
  }
  return config;
}
