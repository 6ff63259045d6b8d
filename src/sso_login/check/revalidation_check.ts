/** The part of the check for what goes on between logins: the supervisor, and sessions that are revalidated. */
import * as clock from "io/clock";
import * as refresh_tokens from "../rpcd/refresh_tokens";
import * as supervisor from "../rpcd/supervisor";
import type { Config } from "../settings/provider_config";
import * as report from "./report";
import type { Run } from "./report";

/** Notes a supervisor that an option needs and that does not run. */
function check_supervisor(run: Run, config: Config): void {
  const is_proving = config.session_revalidate !== undefined;
  if ((is_proving || config.api_audience !== undefined) && !supervisor.is_running(run.io)) {
    report.warning(run, "watch_not_running", { option: is_proving ? "session_revalidate" : "api_audience" });
  }
}

/** Notes sessions whose users are not proved any more, since the longest time. */
function check_unproved(run: Run, config: Config): void {
  const tokens = refresh_tokens.of_provider(run.io, config.provider);
  const unproved = tokens.filter((token) => token.proved_at !== undefined);
  const first = unproved[0];
  if (first !== undefined) {
    let since = first.proved_at ?? 0;
    for (const token of unproved) {
      since = Math.min(since, token.proved_at ?? since);
    }
    const why = first.failure ?? "";
    report.warning(run, "sessions_unproved", { count: `${unproved.length}`, since: clock.format_time(since), why });
  }
}

/** Judges the saved configuration of a provider; `lifetime` is `session_max_lifetime`. */
export function check_revalidation(run: Run, config: Config, lifetime: number | undefined): void {
  check_supervisor(run, config);
  if (config.session_revalidate !== undefined) {
    if (lifetime === undefined) {
      report.warning(run, "lifetime_missing");
    }
    check_unproved(run, config);
  }
}
