/** The part of the check that judges the options of section `default`. */
import type { UciSection } from "../base/io";
import * as strings from "../base/strings";
import * as load from "../settings/load";
import type { Config } from "../settings/load";
import * as options from "../settings/options";
import * as report from "./report";
import type { Run } from "./report";

/** Largest file of certificates that is taken for one. */
const max_ca_file = 1048576;

/** The options, each problem by itself; what is right makes the configuration to go on with. */
export function check_options(run: Run, section: UciSection): { config: Config; wrong: string[] } {
  const judged = load.judge_values(section);
  for (const problem of judged.problems) {
    report.error(run, "option_wrong", { option: problem.option, must: problem.must });
  }
  const known = options.option_rules.map((rule) => rule.name).concat(["enabled"]);
  const unknown = strings.sorted_keys(section.options).filter((option) => !known.includes(option));
  if (unknown.length > 0) {
    report.warning(run, "option_unknown", { options: unknown.join(", ") });
  }
  if (judged.problems.length + unknown.length === 0) {
    report.ok(run, "options_ok");
  }
  const ca_file = judged.values.ca_file;
  if (ca_file !== undefined && run.io.read_file(ca_file, max_ca_file) === undefined) {
    report.error(run, "ca_file_unreadable", { file: ca_file });
  }
  if (section.options.enabled !== "1") {
    report.warning(run, "disabled");
  }
  return { config: load.to_config(judged.values, []), wrong: judged.problems.map((problem) => problem.option) };
}
