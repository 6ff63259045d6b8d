/** `sso-login check` and `sso-login check-config`. */
import * as console from "io/console";
import * as plugin from "io/plugin";
import type { Io } from "../../base/io";
import * as run from "../../check/run";
import { err } from "../../result";
import * as load from "../../settings/load";
import * as outcome from "../outcome";

/** `check-config`: the check without calls; for the init script it also prints the first error as the log has it. */
export function check_config(io: Io): number {
  const report = run.check_configuration(io);
  const wrong = report.findings.find((finding) => finding.level === "error");
  if (wrong !== undefined) {
    const loaded = load.load(io);
    outcome.print_problem(loaded.ok ? err(wrong.code ?? "CONFIG_ERROR", { reason: wrong.text }) : loaded);
  }
  outcome.warn_out_of_sync(io);
  return outcome.print_report(report);
}

/** `check`: checks everything that a login needs. */
export function check(io: Io, operands: string[], as_json: boolean): number {
  const provider = operands[0];
  if (operands.length > 1) {
    return outcome.wrong_usage("check takes one provider");
  }
  if (provider !== undefined && !load.providers(io).includes(provider)) {
    return outcome.wrong_usage("there is no provider " + provider);
  }
  const report = run.run_check(io, undefined, provider);
  if (as_json) {
    console.print(plugin.encode_answer(report));
    return report.ok ? outcome.success : outcome.failure;
  }
  return outcome.print_report(report);
}
