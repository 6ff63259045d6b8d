/** Room in a browser for the cookie of one login more. */
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as strings from "../base/strings";
import * as handshake_record from "./handshake_record";

/** Logins whose cookies a browser may have: each request carries them all, and web servers limit a header line. */
export const max_logins = 8;

/**
 * The start of the login whose state's hash begins with this id, in Unix seconds; undefined when `files`, the names in
 * the run directory, have no record of it.
 */
function started_at(io: Io, files: string[], id: string): number | undefined {
  const name = files.find(
    (file) => file.startsWith(handshake_record.file_prefix + id) && file.endsWith(handshake_record.file_suffix),
  );
  const info = name !== undefined ? io.file_info(store.path_of(io, name)) : undefined;
  return info !== undefined ? info.mtime : undefined;
}

/**
 * The logins of a browser that a start makes it forget, so that with the new one it has eight at most: those whose record is gone, then
 * the oldest. `ids` are those of all its logins, sorted.
 */
export function surplus(io: Io, ids: string[]): string[] {
  if (ids.length < max_logins) {
    return [];
  }
  const files = io.list_dir(io.paths.run_dir) ?? [];
  const forgotten: string[] = [];
  const live: { [began: string]: string } = {};
  for (const id of ids) {
    const began_at = started_at(io, files, id);
    if (began_at === undefined) {
      forgotten.push(id);
    } else {
      live[`${began_at} ${id}`] = id;
    }
  }
  const oldest = strings.sorted_keys(live);
  const too_many = Math.max(0, oldest.length + 1 - max_logins);
  return forgotten.concat(oldest.slice(0, too_many).map((began) => live[began] ?? ""));
}
