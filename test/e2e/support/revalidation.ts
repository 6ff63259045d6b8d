/** The turns of sessions with a refresh token (`session_revalidate`), without waiting for the five minutes between two. */
import type { Router } from "../../box/router.ts";
import { quote } from "../../box/shell.ts";

/** The run directory on a router. */
export const runFolder = "/var/run/sso-login";

/** Makes the last question to the provider an old one. */
export function age(router: Router): string {
  return `cd ${router.path(runFolder)} && sed -E -i 's/("asked_at": ?)[0-9]+/\\11/' refresh_*.json`;
}

/**
 * Ends the process that waits for turns (entry_points/watch), which a login starts, and waits for the end of a question that it has
 * started: otherwise it may take the turn first, and in a box nobody reads its lines.
 */
export async function stopWaiting(router: Router): Promise<void> {
  await router.shell(`plugin=${quote(router.path("/usr/libexec/rpcd/sso-login"))}
    processes() {
      for process in /proc/[0-9]*; do
        case "$(tr '\\0' ' ' <"$process/cmdline" 2>/dev/null)" in *"$plugin $1"*) echo "\${process#/proc/}" ;; esac
      done
    }
    for id in $(processes watch); do kill "$id"; done
    for attempt in 1 2 3 4 5 6 7 8 9 10; do [ -z "$(processes revalidate)" ] || sleep 1; done`);
}

/**
 * Lets the turn of a session come, and takes it as the waiting process has it taken; returns the log lines. In a box those of a process
 * without output are lost.
 */
export async function takeTurn(router: Router, variables: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const program = router.path("/usr/libexec/rpcd/sso-login");
  await stopWaiting(router);
  const environment = Object.entries(variables).map(([name, value]) => `${name}=${quote(value)} `);
  const printed = await router.shell(`${age(router)} && ${environment.join("")}${program} revalidate 2>&1`);
  return [...printed.split("\n"), ...(await router.readLog())].filter((line) => line !== "");
}
