/** The part of the check for what goes on between logins: the supervisor, and sessions that are revalidated. */
import * as clock from "io/clock";
import * as refresh_tokens from "../rpcd/refresh_tokens";
import * as rpcd_sessions from "../rpcd/rpcd_sessions";
import * as session_ending from "../rpcd/session_ending";
import * as supervisor from "../rpcd/supervisor";
import type { Config } from "../settings/provider_config";
import * as report from "./report";
import type { Run } from "./report";

/** Notes a supervisor that a session of the provider needs, and that does not run. */
function check_supervisor(run: Run, config: Config): void {
  const list = rpcd_sessions.list_sso_sessions(run.io);
  const own = list.ok ? list.data.filter((entry) => entry.provider === config.provider) : [];
  if (own.some((entry) => session_ending.has_end(run.io, entry)) && !supervisor.is_running(run.io)) {
    report.warning(run, "watch_not_running");
  }
}

/** Notes sessions whose users the last question did not prove, and the oldest of their last proofs. */
function check_unproved(run: Run, config: Config): void {
  const tokens = refresh_tokens.of_provider(run.io, config.provider);
  const unproved = tokens.filter((token) => token.failure !== undefined);
  const first = unproved[0];
  if (first !== undefined) {
    let since = first.proved_at;
    for (const token of unproved) {
      since = Math.min(since, token.proved_at);
    }
    const why = first.failure ?? "";
    report.warning(run, "sessions_unproved", { count: `${unproved.length}`, since: clock.format_time(since), why });
  }
}

/** Judges the saved configuration of a provider. */
export function check_revalidation(run: Run, config: Config): void {
  check_supervisor(run, config);
  if (config.session_revalidate !== undefined) {
    check_unproved(run, config);
  }
}
