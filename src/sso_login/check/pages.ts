/** Which access groups open a page of LuCI, by its menu. */
import * as json from "io/json";
import type { Io } from "../base/io";
import * as strings from "../base/strings";
import * as values from "../base/values";

/** LuCI's largest menu file has some 10 KB. */
const max_file_bytes = 262144;

/** The access groups of a menu entry that people see: any one of them is enough (dispatcher.uc, `check_acl_depends`). */
function groups_of(entry: unknown): string[] {
  const depends = json.is_object(entry) && typeof entry.title === "string" ? entry.depends : undefined;
  return json.is_object(depends) ? (values.strings_of(depends.acl) ?? []) : [];
}

/** The access groups that some entry of the menu asks for; none where there is no menu. */
export function groups(io: Io): string[] {
  const found: string[] = [];
  for (const name of io.list_dir(io.paths.menu_dir) ?? []) {
    const text = name.endsWith(".json") ? io.read_file(io.paths.menu_dir + "/" + name, max_file_bytes) : undefined;
    const file = json.decode_file(text ?? "");
    if (file.ok) {
      for (const path of strings.sorted_keys(file.data)) {
        for (const group of groups_of(file.data[path])) {
          found.push(group);
        }
      }
    }
  }
  return found;
}
