/** Access groups that a file may define which cannot be read as rpcd reads it: what they give is unknown, and counts as full control. */
import * as acl from "./acl";
import type { DefinitionFile } from "./acl";
import type { GroupAccess } from "./permissions";

function with_unknown(group: GroupAccess, ignored: DefinitionFile[]): GroupAccess {
  const files = ignored.filter((file) => acl.may_define(file, group.name)).map((file) => file.name);
  return files.length === 0
    ? group
    : { name: group.name, read: "everything", write: "everything", gives: group.gives, unknown_in: files };
}

/** The levels of groups, with those raised that a file of `ignored` may define. */
export function mark(levels: GroupAccess[], ignored: DefinitionFile[]): GroupAccess[] {
  return levels.map((group) => with_unknown(group, ignored));
}
