/** `sso-login apply` and `sso-login installed`: what a deployment asks of a router. */
import * as console from "io/console";
import * as json from "io/json";
import type { Io } from "../../base/io";
import * as json_values from "../../base/json_values";
import * as public_names from "../../base/public_names";
import * as strings from "../../base/strings";
import * as ready from "../../check/ready";
import { err } from "../../result";
import * as deployment from "../../registration/deployment";
import * as wanted_settings from "../../settings/wanted_settings";
import * as command_outcome from "./command_outcome";

/** Bytes of settings with an authority's certificates. */
const max_settings = 131072;

/** `apply`: prints `changed` or `unchanged`, and what the check found; settings in which it finds an error are not saved. */
export function apply(io: Io, operands: string[], is_trial: boolean): number {
  const file = operands[0];
  if (file === undefined || operands.length > 1) {
    return command_outcome.wrong_usage("apply takes one file, or -");
  }
  const text = file === "-" ? io.read_input(max_settings) : io.read_file(file, max_settings);
  const input = json.decode_object(text ?? "");
  if (!input.ok) {
    return command_outcome.fail(err("INVALID_REQUEST", { reason: "the settings are not a JSON object" }));
  }
  const wanted = wanted_settings.read(input.data);
  const done = wanted.ok ? deployment.deploy(io, wanted.data, is_trial) : wanted;
  if (!done.ok) {
    return command_outcome.fail(done);
  }
  const report = done.data.report;
  const status = report !== undefined ? command_outcome.print_report(report) : command_outcome.success;
  if (done.data.outcome === "refused") {
    command_outcome.complain("the configuration is as before");
    return command_outcome.failure;
  }
  console.print(done.data.outcome);
  // Rpcd's sections and live sessions follow.
  const init = io.paths.system_dir + "/init.d/" + public_names.package_name;
  if (done.data.outcome === "changed" && !is_trial && !io.succeeds(init, "start")) {
    command_outcome.complain("the service did not start: see logread -e sso-login");
    return command_outcome.failure;
  }
  return status;
}

/** Bytes of what a package manager knows of the installed packages. */
const max_list = 4194304;

/** The value of a line that begins with a key; "" where there is none. */
function value_of(lines: string[], key: string): string {
  return (lines.find((line) => line.startsWith(key)) ?? "").substring(key.length);
}

/** Names of package files without what follows the version: `name_version` for opkg, `name-version` for apk. */
function installed_names(io: Io): string[] {
  const names: string[] = [];
  const lists = [
    { path: io.paths.opkg_status, name: "Package: ", version: "Version: ", between: "_" },
    { path: io.paths.apk_installed, name: "P:", version: "V:", between: "-" },
  ];
  for (const list of lists) {
    const text = io.read_file(list.path, max_list) ?? "";
    for (const block of text.split("\n\n")) {
      const lines = block.split("\n");
      const status = value_of(lines, "Status: ");
      if (status === "" || status.endsWith(" installed")) {
        names.push(value_of(lines, list.name) + list.between + value_of(lines, list.version));
      }
    }
  }
  return names;
}

/** The name of a package file up to its version: without architecture and suffix. */
function name_of(file: string): string {
  const parts = strings.split_words(file, "/");
  const base = json_values.text_of(parts[parts.length - 1]);
  const words = base.split("_");
  return base.endsWith(".apk") ? base.substring(0, base.length - ".apk".length) : words.slice(0, 2).join("_");
}

/** `installed`: names the files whose packages are not installed in their version; fails there, and where a part cannot be loaded. */
export function installed(io: Io, operands: string[]): number {
  const names = installed_names(io);
  const missing = operands.filter((file) => !names.includes(name_of(file)));
  for (const file of missing) {
    console.print("not installed: " + file);
  }
  const is_ready = ready.is_ready(io);
  if (!is_ready) {
    console.print("a part cannot be loaded");
  }
  return missing.length === 0 && is_ready ? command_outcome.success : command_outcome.failure;
}
