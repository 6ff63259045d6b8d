/** Room in a browser for the cookie of one login more. */
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as store from "../base/store";
import * as strings from "../base/strings";
import * as handshake_record from "./handshake_record";
import type { Cookies } from "../rpcd/rpcd_sessions";

/** Cookies of logins that a browser may have: each request carries them all, and web servers limit a header line. */
const max_cookies = 8;
/** Digits of a state's hash in a cookie's name. */
const id_length = 8;

/**
 * The start of the login whose state's hash begins with these digits, in Unix seconds; undefined when `files`, the names in
 * the run directory, have no record of it.
 */
function started_at(io: Io, files: string[], digits: string): number | undefined {
  const name = files.find(
    (file) => file.startsWith(handshake_record.file_prefix + digits) && file.endsWith(handshake_record.file_suffix),
  );
  const info = name !== undefined ? io.file_info(store.path_of(io, name)) : undefined;
  return info !== undefined ? info.mtime : undefined;
}

/** The digits in the name of a login's cookie; "" for other cookies. */
function id_of(name: string): string {
  const id = name.substring(public_names.cookie_prefix.length);
  const is_own =
    name.startsWith(public_names.cookie_prefix) && id.length === id_length && strings.consists_of(id, "hex");
  return is_own ? id : "";
}

/**
 * The names of the cookies that a start must clear, so that with the new one the browser has eight at most: those whose record is
 * gone, then the oldest.
 */
export function surplus(io: Io, cookies: Cookies): string[] {
  const all = strings.sorted_keys(cookies).filter((name) => id_of(name) !== "");
  if (all.length < max_cookies) {
    return [];
  }
  const files = io.list_dir(io.paths.run_dir) ?? [];
  const cleared: string[] = [];
  const live: { [began: string]: string } = {};
  for (const name of all) {
    const began_at = started_at(io, files, id_of(name));
    if (began_at === undefined) {
      cleared.push(name);
    } else {
      live[`${began_at} ${name}`] = name;
    }
  }
  const oldest = strings.sorted_keys(live);
  const too_many = Math.max(0, oldest.length + 1 - max_cookies);
  return cleared.concat(oldest.slice(0, too_many).map((began) => live[began] ?? ""));
}
