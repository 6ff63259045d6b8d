'use strict';
// Generated from src/sso_login/config.ts by "make ucode"; do not edit.

/**
 * Configuration: the UCI package `sso-login`, checked by options.ts, and the roles that a user's claims match
 * (specification, "Configuration", "Role sections"). Only `load` and `is_enabled` touch the world.
 */

import { array_find, array_includes, array_some, starts_with } from './ecma.uc';
import { is_array } from './io/json.uc';
import { max_session_timeout, min_session_timeout, option_problem, option_rules, role_name_problem } from './options.uc';
import { err, ok } from './result.uc';
import { parse_integer } from './text.uc';

import { is_enabled as imported_is_enabled } from './probe.uc';
export const is_enabled = imported_is_enabled;

const uci_package = "sso-login";
/** Seconds. */
export const default_session_timeout = 3600;

/** A list; a single option counts as a list of one, and empty members are left out. */
function list_option(section, option) {
  const value = section.options[option];
  const members = type(value) == "string" ? [value] : (value ?? []);
  return filter(members, (member) => member !== "");
}

/** The section that holds the options; undefined when it is missing. */
export function default_section(sections) {
  return array_find(sections, (candidate) => candidate.name === "default" && candidate.type === "oidc");
};

/** What is wrong with an option's value. */
function value_problem(rule, value) {
  return type(value) == "string" ? option_problem(rule, value) : "be one value, not a list";
}

/** The values of all known options, and what is wrong with the others, which are left out. */
export function judge_values(section) {
  const values = {};
  const problems = [];
  for (let rule in option_rules) {
    const value = section.options[rule.name] ?? "";
    const must = value_problem(rule, value);
    if (must !== null) {
      push(problems, { option: rule.name, must });
    } else if (type(value) == "string") {
      values[rule.name] = value !== "" ? value : rule.fallback;
    }
  }
  return { values, problems };
};

/** A role section's name and lists, whatever they are. */
export function role_of(section) {
  return {
    name: section.name,
    email: list_option(section, "email"),
    group: list_option(section, "group"),
    read: list_option(section, "read"),
    write: list_option(section, "write"),
  };
};

/** All role sections in file order; CONFIG_ERROR when one has no name, or a local login's. */
function read_roles(sections, logins) {
  const roles = [];
  for (let section in sections) {
    if (section.type === "role") {
      const must = role_name_problem(section.anonymous ? "" : section.name, logins);
      if (must !== null) {
        return err("CONFIG_ERROR", { option: "role", role: section.name, must });
      }
      push(roles, role_of(section));
    }
  }
  return ok(roles);
}

/** A value that option_rules always gives: required, or with a fallback. */
function text_of(values, option) {
  return values[option] ?? "";
}

function number_of(values, option) {
  return parse_integer(text_of(values, option)) ?? 0;
}

/** A configuration of values that are right; a missing one without a default is "". */
export function to_config(values, roles, luci_time) {
  return {
    issuer_url: text_of(values, "issuer_url"),
    internal_issuer_url: values.internal_issuer_url,
    client_id: text_of(values, "client_id"),
    client_secret: text_of(values, "client_secret"),
    redirect_uri: text_of(values, "redirect_uri"),
    scope: text_of(values, "scope"),
    clock_tolerance: number_of(values, "clock_tolerance"),
    roles,
    webui_path: text_of(values, "webui_path"),
    token_endpoint_auth_method: text_of(values, "token_endpoint_auth_method"),
    ca_file: values.ca_file,
    http_timeout: number_of(values, "http_timeout"),
    at_hash_required: values.at_hash === "required",
    allow_unverified_email: values.allow_unverified_email === "1",
    session_timeout: parse_integer(text_of(values, "session_timeout")) ?? luci_time ?? default_session_timeout,
    post_logout_redirect_uri: values.post_logout_redirect_uri,
    auto_redirect: values.auto_redirect === "1",
    button_label: text_of(values, "button_label"),
    log_identity: values.log_identity === "1",
  };
};

/**
 * The configuration that the sections of the package make, or CONFIG_ERROR with the option and what it must be.
 * `luci_time` is LuCI's own session time-out, used where `session_timeout` is absent; `logins` are the user names of
 * rpcd's local logins, which no role may have.
 */
export function from_sections(sections, luci_time, logins) {
  const section = default_section(sections);
  if (section === null) {
    return err("CONFIG_ERROR", { option: "default", must: "be a section of type oidc" });
  }
  const judged = judge_values(section);
  const problem = judged.problems[0];
  if (problem !== null) {
    return err("CONFIG_ERROR", { option: problem.option, must: problem.must });
  }
  const roles = read_roles(sections, logins ?? []);
  return roles.ok ? ok(to_config(judged.values, roles.data, luci_time)) : roles;
};

/** LuCI's session time-out in seconds within the bounds of our own option; undefined when it has none. */
function luci_session_time(io) {
  const option = io.uci_get("luci", "sauth", "sessiontime");
  if (!option.ok || type(option.data) != "string") {
    return null;
  }
  const seconds = parse_integer(option.data);
  return seconds !== null && seconds > 0
    ? max(min_session_timeout, min(max_session_timeout, seconds))
    : null;
}

/** The user names of rpcd's login sections, without those that this service keeps for its roles (rpcd_logins.ts). */
export function local_logins(io) {
  const sections = io.uci_sections("rpcd");
  const names = [];
  for (let section in sections.ok ? sections.data : []) {
    const username = section.options.username;
    if (section.type === "login" && type(username) == "string" && !starts_with(section.name, "sso_login_")) {
      push(names, username);
    }
  }
  return names;
};

/** Loads and checks the configuration; CONFIG_ERROR with the option at fault otherwise. */
export function load(io) {
  const sections = io.uci_sections(uci_package);
  return sections.ok
    ? from_sections(sections.data, luci_session_time(io), local_logins(io))
    : err("CONFIG_ERROR", sections.details);
};

/** The roles alone, whatever the state of the other options; CONFIG_ERROR when one of them cannot be. */
export function load_roles(io) {
  const sections = io.uci_sections(uci_package);
  return sections.ok ? read_roles(sections.data, local_logins(io)) : err("CONFIG_ERROR", sections.details);
};

/** Whether the e-mail may count: `email_verified` false (or the text "false") forbids it unless the option allows. */
function email_counts(config, claims) {
  const refused = claims.email_verified === false || claims.email_verified === "false";
  return type(claims.email) == "string" && (config.allow_unverified_email || !refused);
}

/** The groups claim as a list: an array's strings, or a single string. */
export function group_names(groups) {
  if (type(groups) == "string") {
    return [groups];
  }
  if (!is_array(groups)) {
    return [];
  }
  const names = [];
  for (let group in groups) {
    if (type(group) == "string") {
      push(names, group);
    }
  }
  return names;
};

/** A role with all its lists: one built by hand may lack some. */
function complete_role(role) {
  return {
    name: role.name,
    email: role.email ?? [],
    group: role.group ?? [],
    read: role.read ?? [],
    write: role.write ?? [],
  };
}

/** E-mail addresses compare without regard to ASCII case, groups exactly. */
function role_matches(role, email, groups) {
  for (let allowed in role.email) {
    if (email !== null && lc(allowed) === email) {
      return true;
    }
  }
  return array_some(role.group, (allowed) => array_includes(groups, allowed));
}

function add_missing(target, items) {
  for (let item in items) {
    if (!array_includes(target, item)) {
      push(target, item);
    }
  }
}

/**
 * The roles that a user's claims match, in file order. Fails with USER_NOT_AUTHORIZED, "matched no roles", when there
 * is none; the details name the option `allow_unverified_email` where it is why the e-mail did not count.
 */
export function find_roles_for_user(config, claims) {
  const counts = email_counts(config, claims);
  const email = counts && type(claims.email) == "string" ? lc(claims.email) : null;
  const groups = group_names(claims.groups);
  const roles = filter(map(config.roles, (role) => complete_role(role)), (role) => role_matches(role, email, groups));
  const first = roles[0];
  if (first === null) {
    const unverified = type(claims.email) == "string" && !counts;
    return err("USER_NOT_AUTHORIZED", {
      reason: "matched no roles",
      hint: unverified ? "e-mail is not verified, see option allow_unverified_email" : null,
    });
  }
  const read = [];
  const write = [];
  for (let role in roles) {
    add_missing(read, role.read);
    add_missing(write, role.write);
  }
  return ok({ role_name: first.name, read, write, roles });
};
