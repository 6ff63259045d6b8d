/** The turns of sessions with a refresh token (`session_revalidate`), without waiting for the five minutes between two. */
import type { Router } from "../../box/router.ts";
import { quote } from "../../box/shell.ts";

/** The run directory on a router. */
export const runFolder = "/var/run/sso-login";

const isBox = (router: Router): boolean => router.path("") !== "";

/** Makes the last question to the provider an old one, where a token is left: a real supervisor may have been faster. */
export function age(router: Router): string {
  const edit = "sed -E -i 's/(\"asked_at\": ?)[0-9]+/\\11/'";
  return `cd ${router.path(runFolder)} && { [ -z "$(ls refresh_*.json 2>/dev/null)" ] || ${edit} refresh_*.json; }`;
}

/** Makes the last proof of each session's user too old, where a file has it. */
export function ageProofs(router: Router): string {
  return `cd ${router.path(runFolder)} && sed -E -i 's/("proved_uptime": ?)[0-9.]+/\\1-4000/' refresh_*.json`;
}

/** Lets procd run the supervisor, as it does after a change; a box has a stand-in, whose process ubus's stand-in knows. */
export async function startSupervisor(router: Router): Promise<void> {
  const file = quote(router.path("/var/run/ubus/watch.pid"));
  const program = quote(router.path("/usr/sbin/sso-login"));
  await router.shell(
    isBox(router)
      ? `(trap '' HUP; exec ${program} watch </dev/null >/dev/null 2>&1) & echo $! >${file}`
      : "/etc/init.d/sso-login start",
  );
}

/** Ends it; otherwise it may take a turn first, and in a box nobody reads its lines. */
export async function stopSupervisor(router: Router): Promise<void> {
  const file = quote(router.path("/var/run/ubus/watch.pid"));
  await router.shell(
    isBox(router)
      ? `[ ! -e ${file} ] || { kill "$(cat ${file})" || :; rm ${file}; }`
      : `ubus call service delete '{"name":"sso-login-watch"}' || :`,
  );
}

/**
 * Lets the turn of a session come, and takes it as the supervisor has it taken; returns the log lines. In a box those of a process
 * without output are lost.
 */
export async function takeTurn(
  router: Router,
  variables: Readonly<Record<string, string>> = {},
  provider = "default",
): Promise<string[]> {
  const program = router.path("/usr/sbin/sso-login");
  await stopSupervisor(router);
  const earlier = (await router.readLog()).length;
  const environment = Object.entries(variables).map(([name, value]) => `${name}=${quote(value)} `);
  const printed = await router.shell(`${age(router)} && ${environment.join("")}${program} watch ${provider} 2>&1`);
  return [...printed.split("\n"), ...(await router.readLog()).slice(earlier)].filter((line) => line !== "");
}
