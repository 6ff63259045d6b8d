/** The answer of the ubus method `get`: the saved settings, the rights that roles may give, and the live sessions. */
import * as json from "io/json";
import type { Io, UciSection } from "../base/io";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import * as version from "../base/version";
import * as client_keys from "../jose/client_keys";
import { ok, type Result } from "../result";
import * as access_level from "../rights/access_level";
import * as acl from "../rights/acl";
import * as unknown_groups from "../rights/unknown_groups";
import * as menu from "../rights/menu";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import * as package_sections from "../settings/package_sections";
import * as saved_config from "../settings/saved_config";
import * as page_settings from "../settings/page_settings";
import * as role_sections from "../settings/role_sections";
import type { GroupAnswer, PeopleAnswer, RightsAnswer, RoleAnswer, SavedAnswer, SettingsAnswer } from "./ubus_answers";
import * as panels from "./panels";
import * as password_method from "./password_method";

/** The access groups by name, with the first of several descriptions. */
function access_groups(io: Io): GroupAnswer[] {
  const read = acl.read_groups(io);
  const groups = read.groups;
  const levels = unknown_groups.mark(access_level.of_groups(io, groups), read.ignored);
  const shown = levels.filter((group) => group.name !== public_names.reduced_luci_group);
  return shown.map((group) => {
    const described = groups.find((candidate) => candidate.name === group.name && candidate.description !== "");
    return {
      name: group.name,
      description: described !== undefined ? described.description : "",
      read: group.read,
      write: group.write,
      gives: group.gives !== undefined ? json.list(group.gives) : undefined,
      unknown_in: group.unknown_in !== undefined ? json.list(group.unknown_in) : undefined,
      downloads: group.downloads !== undefined ? json.list(group.downloads) : undefined,
      leads_out: group.leads_out !== undefined ? json.list(group.leads_out) : undefined,
    };
  });
}

/** Whether a caller may change the settings; root in the shell, who has no session, may. */
function may_write(io: Io, sid: string): boolean {
  const right = { ubus_rpc_session: sid, scope: "uci", object: public_names.package_name, function: "write" };
  const reply = sid !== "" ? io.ubus_call("session", "access", right) : undefined;
  return reply === undefined || (reply.ok && reply.data !== undefined && reply.data.access === true);
}

/** The lists of a role that name people and programs. */
const member_lists: role_sections.ListName[] = ["email", "group", "sub", "client"];

function role_answer(role: page_settings.RoleSettings, with_members: boolean): RoleAnswer {
  const answer: Partial<RoleAnswer> = { anonymous: role.anonymous, sub_issuer: role.sub_issuer };
  for (const list of role_sections.list_names) {
    answer[list] = json.list(with_members || !member_lists.includes(list) ? (role[list] ?? []) : []);
  }
  answer.name = role.name;
  return answer as RoleAnswer;
}

function has_secret(sections: UciSection[], provider: string): boolean {
  return (page_settings.values_of(sections, provider).client_secret ?? "") !== "";
}

function rights_answer(io: Io): RightsAnswer {
  return {
    access_groups: json.list(access_groups(io)),
    pages: json.list(
      menu.all_pages(io).map((entry) => ({
        path: entry.path,
        titles: json.list(entry.titles),
        groups: json.list(entry.groups),
      })),
    ),
  };
}

/**
 * `sid` is the caller's session. A caller that may not change the settings does not see other users' sessions and addresses. `with_page`
 * opens LuCI's login page for the question whether the caller may turn passwords off.
 */
function people_answer(io: Io, sid: string, may_see_all: boolean, with_page: boolean): PeopleAnswer {
  return {
    sessions: json.list(panels.sessions(io, sid).filter((entry) => may_see_all || entry.own)),
    password_login: password_method.answer(io, sid, may_see_all, with_page),
  };
}

/** The saved settings, valid or not, with the members of roles or without; CONFIG_ERROR when UCI cannot read the package. */
function saved_answer(io: Io, with_members: boolean): Result<SavedAnswer> {
  const sections = saved_config.saved_sections(io);
  if (!sections.ok) {
    return sections;
  }
  const logins = rpcd_logins.read_sections(io);
  const all = package_sections.provider_sections(sections.data);
  const further = all.filter((section) => section.name !== public_names.first);
  return ok({
    values: page_settings.shown_values(sections.data, public_names.first),
    client_secret_set: has_secret(sections.data, public_names.first),
    providers: json.list(
      further.map((section) => ({
        name: section.name,
        values: page_settings.shown_values(sections.data, section.name),
        client_secret_set: has_secret(sections.data, section.name),
      })),
    ),
    roles: json.list(page_settings.roles_of(sections.data).map((role) => role_answer(role, with_members))),
    logins: json.list(rpcd_logins.local_logins(logins.ok ? logins.data : [])),
    jwks: client_keys.public_set(io),
    version: version.version,
  });
}

type Part = SavedAnswer | RightsAnswer | PeopleAnswer | SettingsAnswer;

/**
 * One part of the settings page's data, `saved`, `rights`, `people` or `sessions` (which opens no login page), or everything where `part` is "". A caller that may not change
 * the settings gets neither the members of roles nor other users' sessions and addresses. CONFIG_ERROR when UCI cannot read the package.
 */
export function get_settings(io: Io, sid: string, part: string): Result<Part> {
  if (part === "rights") {
    return ok(rights_answer(io));
  }
  const may_see_all = may_write(io, sid);
  if (part === "people" || part === "sessions") {
    return ok(people_answer(io, sid, may_see_all, part === "people"));
  }
  const saved = saved_answer(io, may_see_all);
  if (!saved.ok || part === "saved") {
    return saved;
  }
  const all: { [member: string]: unknown } = {};
  const parts = [saved.data, rights_answer(io), people_answer(io, sid, may_see_all, true)];
  for (const each of parts as unknown as { [member: string]: unknown }[]) {
    for (const name of strings.sorted_keys(each)) {
      all[name] = each[name];
    }
  }
  return ok(all as unknown as SettingsAnswer);
}
