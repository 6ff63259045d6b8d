/** `sso-login check` and `sso-login check-config`. */
import * as console from "io/console";
import * as plugin from "io/plugin";
import type { Io } from "../../base/io";
import * as public_names from "../../base/public_names";
import * as check_run from "../../check/check_run";
import { err } from "../../result";
import * as enabled from "../../settings/enabled";
import * as saved_config from "../../settings/saved_config";
import * as command_outcome from "./command_outcome";

/** `check-config`: the check without calls; for the init script it also prints the first error as the log has it. */
export function check_config(io: Io): number {
  const report = check_run.check_configuration(io);
  const wrong = report.findings.find((finding) => finding.level === "error");
  if (wrong !== undefined) {
    const loaded = saved_config.load(io, public_names.first);
    command_outcome.print_problem(loaded.ok ? err(wrong.code ?? "CONFIG_ERROR", { reason: wrong.text }) : loaded);
  }
  command_outcome.warn_of_lag(io);
  return command_outcome.print_report(report);
}

/** Exit status of `check --quick` while single sign-on is off. */
const off = 3;

/** `check`: checks everything that a login needs; `--quick` sends no invented code or request, so that it may run every minute. Both load every part of a login. */
export function check(io: Io, operands: string[], as_json: boolean): number {
  const named = operands.filter((operand) => operand !== "--quick");
  const quick = named.length < operands.length;
  const provider = named[0];
  if (named.length > 1) {
    return command_outcome.wrong_usage("check takes one provider");
  }
  if (provider !== undefined && !saved_config.providers(io).includes(provider)) {
    return command_outcome.wrong_usage("there is no provider " + provider);
  }
  const report = check_run.run_check(io, undefined, provider, undefined, quick);
  if (as_json) {
    console.print(plugin.encode_answer(report));
  } else {
    command_outcome.print_report(report);
  }
  const is_on = enabled.is_enabled(io);
  const is_broken = report.findings.some((finding) => finding.id === "part_unusable");
  if (quick && is_on.ok && !is_on.data && !is_broken) {
    return off;
  }
  return report.ok ? command_outcome.success : command_outcome.failure;
}
