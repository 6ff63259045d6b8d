/** What the command line says of the rights that roles give. */
import * as console from "io/console";
import * as json from "io/json";
import * as plugin from "io/plugin";
import type { Io } from "../base/io";
import * as check_texts from "../check/texts";
import * as strings from "../base/strings";
import * as acl from "../session/acl";
import type { Grants } from "../session/acl";
import * as lists from "../session/lists";
import type { RoleReach } from "../session/lists";
import * as reach from "../session/reach";
import * as session from "../session/session";
import type { RoleMatch } from "../settings/roles";

/** Grants as scope, object, functions. */
type Scopes = { [scope: string]: { [object: string]: string[] } };

function by_object(grants: Grants): Scopes {
  const scopes: Scopes = {};
  for (const scope of strings.sorted_keys(grants)) {
    const objects: { [object: string]: string[] } = {};
    for (const pair of grants[scope] ?? []) {
      const functions = objects[pair[0]] ?? [];
      functions.push(pair[1]);
      objects[pair[0]] = functions;
    }
    scopes[scope] = objects;
  }
  return scopes;
}

/** How far each matching role reaches, by name. */
function reaches_of(io: Io, match: RoleMatch): { [role: string]: RoleReach } {
  const groups = reach.of_groups(io, acl.read_groups(io).groups);
  const reaches: { [role: string]: RoleReach } = {};
  for (const role of match.roles) {
    const found = lists.reach_of(io, groups, role);
    reaches[role.name] = { verdict: found.verdict, groups: json.list(found.groups) };
  }
  return reaches;
}

function print_text(match: RoleMatch, reaches: { [role: string]: RoleReach }, scopes: Scopes): void {
  console.print("roles: " + match.roles.map((role) => role.name).join(", "));
  console.print("session user name: " + match.role_name);
  for (const name of strings.sorted_keys(reaches)) {
    const found = reaches[name];
    if (found !== undefined) {
      const words = check_texts.parts["can_" + found.verdict] ?? "";
      const causes = found.groups.length > 0 ? ", by " + found.groups.join(", ") : "";
      console.print(name + ": " + found.verdict + " (" + words + ")" + causes);
    }
  }
  for (const scope of strings.sorted_keys(scopes)) {
    console.print("");
    console.print(scope + ":");
    const objects = scopes[scope] ?? {};
    for (const object of strings.sorted_keys(objects)) {
      console.print("  " + object + ": " + (objects[object] ?? []).join(", "));
    }
  }
}

/** Prints what a user with these roles is allowed, as text or as one JSON object. */
export function print(io: Io, match: RoleMatch, as_json: boolean): void {
  const scopes = by_object(session.grants_of(io, match));
  const reaches = reaches_of(io, match);
  if (as_json) {
    const names = match.roles.map((role) => role.name);
    console.print(plugin.encode_answer({ roles: names, username: match.role_name, can: reaches, rights: scopes }));
  } else {
    print_text(match, reaches, scopes);
  }
}
