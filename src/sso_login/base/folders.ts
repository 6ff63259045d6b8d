/** Folders that take no file, such as a full or a read-only one. */
import type { Io } from "./io";

/** Why a folder takes no file: an id in check/finding_messages. */
export type Fault = "read_only" | "no_room";

/** Why a folder did not take a file. */
export function fault_of(io: Io, folder: string): Fault {
  return io.is_read_only(folder) ? "read_only" : "no_room";
}

/** Why a folder would not take a text, which is written there for a moment, but not where the kernel knows better; undefined where it would. */
export function try_write(io: Io, folder: string, name: string, text: string): Fault | undefined {
  const path = folder + "/" + name;
  if (io.is_read_only(folder) || !io.write_file(path, text)) {
    return fault_of(io, folder);
  }
  io.remove(path);
  return undefined;
}
