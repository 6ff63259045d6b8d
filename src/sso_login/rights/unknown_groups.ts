/**
 * Access groups that a file may define which cannot be read as rpcd reads it: what they give is unknown, and counts as full control. Others
 * of such a file grant nothing, as rpcd's sections name only groups that were read, and the public group.
 */
import * as public_names from "../base/public_names";
import * as acl from "./acl";
import type { DefinitionFile } from "./acl";
import * as permissions from "./permissions";
import type { GroupAccess } from "./permissions";

function with_unknown(group: GroupAccess, ignored: DefinitionFile[]): GroupAccess {
  // In rpcd's sections the reduced group stands for LuCI's.
  const names = group.name === public_names.luci_group ? [group.name, public_names.reduced_luci_group] : [group.name];
  const files = ignored.filter((file) => names.some((name) => acl.may_define(file, name))).map((file) => file.name);
  return files.length === 0
    ? group
    : { name: group.name, read: "everything", write: "everything", gives: group.gives, unknown_in: files };
}

/** The levels of groups, with those raised that a file of `ignored` may define. */
export function mark(levels: GroupAccess[], ignored: DefinitionFile[]): GroupAccess[] {
  const is_listed = levels.some((group) => group.name === permissions.public_group);
  const all = is_listed ? levels : levels.concat([{ name: permissions.public_group }]);
  return all
    .map((group) => with_unknown(group, ignored))
    .filter((group) => is_listed || group.name !== permissions.public_group || group.unknown_in !== undefined);
}
