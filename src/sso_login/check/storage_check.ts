/** The part of the check that tries the folders in which logins and changes write. */
import * as folders from "../base/folders";
import * as store from "../base/store";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import * as uci_commit from "../rpcd/uci_commit";
import * as report from "./report";

/** Bytes of more than any record without which no login goes on. */
const record_bytes = 16384;

/** The file that is written for a moment in the run directory; requests remove it if it is left. */
const trial_file = ".trial";

function note(run: report.Run, level: report.Level, path: string, fault: string | undefined, code?: string): void {
  if (fault !== undefined) {
    report.note(run, level, "not_writable", { path, reason: { id: fault } }, code);
  }
}

/**
 * Notes where nothing can be written. A login writes in the run directory, and in the folder of UCI's files where rpcd's sections are out of
 * date; a save writes there, too, `is_saving`. Without a need a quick check writes nothing to the flash, and another one only warns.
 */
export function check_storage(run: report.Run, is_saving: boolean): void {
  const io = run.io;
  let text = ".";
  while (text.length < record_bytes) {
    text = text + text;
  }
  const run_dir = io.paths.run_dir;
  note(run, "error", run_dir, store.ensure_run_dir(io) ? folders.try_write(io, run_dir, trial_file, text) : "not_made");
  const is_needed = is_saving || run.growth !== undefined;
  if (is_needed || run.quick !== true) {
    const fault = uci_commit.fault_of(io, rpcd_logins.uci_package, run.growth ?? "");
    note(run, is_needed ? "error" : "warning", io.paths.config_dir, fault, "UBUS_LOGIN_FAILED");
  }
}
