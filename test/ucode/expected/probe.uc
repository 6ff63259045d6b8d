'use strict';
// Generated from src/sso_login/probe.ts by "make ucode"; do not edit.

/**
 * GET /?action=enabled: tells the login page whether to show a button. It is asked on every visit of that page, so it
 * loads next to nothing.
 */

import { err, ok } from './result.uc';

/** Whether single sign-on is switched on: `enabled` is `1`. Fails with CONFIG_ERROR when UCI cannot be read. */
export function is_enabled(io) {
  const enabled = io.uci_get("sso-login", "default", "enabled");
  return enabled.ok ? ok(enabled.data === "1") : err("CONFIG_ERROR", enabled.details);
};

/** Whether a request is the probe as the login page sends it; the router knows the other ways to write it. */
export function is_plain_probe(environment) {
  const at_base = environment.path_info === "" || environment.path_info === "/";
  const plain = at_base && environment.query_string === "action=enabled";
  return environment.https && environment.method === "GET" && plain;
};

/** The answer. A configuration that cannot be read counts as off: the page then shows its password form alone. */
export function probe(io) {
  const enabled = is_enabled(io);
  const answer = enabled.ok && enabled.data ? "true" : "false";
  return { status: 200, content_type: "application/json", headers: [], body: '{"enabled":' + answer + "}" };
};
