/** A provider as a value: the names of its files. */
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as hash from "../jose/hash";
import type { Config } from "../settings/provider_config";

/** Every configuration is one; without members it is the only provider. */
export type Provider = Pick<Config, "log_name" | "folder" | "in_background">;

/** Whether it is the only provider, beside which no other one waits. */
export function is_only(provider: Provider): boolean {
  return provider.log_name === undefined;
}

/** The start of the names of all locks on calls. */
export const lock_prefix = "provider_lock";

/** The end of the names of a provider's own files; "" for the first one. */
export function suffix(provider: Provider): string {
  const name = provider.log_name;
  return name === undefined || name === public_names.first ? "" : "_" + name;
}

/** The folder of a provider's files. */
export function folder(io: Io, provider: Provider): string {
  return provider.folder ?? io.paths.run_dir;
}

/** The path of a provider's file. */
export function path_of(io: Io, provider: Provider, name: string): string {
  return folder(io, provider) + "/" + name;
}

/** The path of a provider's JSON file about something, such as an address, whose hash is in the name. */
export function path_about(io: Io, provider: Provider, prefix: string, text: string): string {
  return path_of(io, provider, prefix + hash.hash_sha256_hex(text) + ".json");
}

/** The path of the cached keys of an address. Each provider has its own: another's may have come by another trust store. */
export function keys_path(io: Io, provider: Provider, jwks_uri: string): string {
  return path_about(io, provider, "jwks_", jwks_uri + suffix(provider));
}

/** The path of the lock on calls. */
export function calls_lock(io: Io, provider: Provider): string {
  return path_of(io, provider, lock_prefix + suffix(provider));
}

/** The path of what the last login of the client lacked (`login_lacks`). */
export function lacks_path(io: Io, provider: Provider): string {
  return path_of(io, provider, "scopes" + suffix(provider) + ".json");
}
