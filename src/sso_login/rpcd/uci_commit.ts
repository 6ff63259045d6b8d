/**
 * Commits a UCI package so that a full flash loses nothing: `uci commit` reports success there and leaves the file empty or cut, and
 * with an empty /etc/config/rpcd rpcd refuses every password.
 */
import type { Io, UciSection } from "../base/io";
import * as log from "../base/log";
import * as folders from "../base/folders";
import * as store from "../base/store";
import * as strings from "../base/strings";
import { err, ok, type Err, type Result } from "../result";
import * as rpcd_logins from "./rpcd_logins";

/** Bytes of the largest package that is rewritten. */
const max_bytes = 262144;

/** The file that is written to find out whether there is room. */
const room_file = ".sso-login.room";

function failed(config: string, reason: string): Err {
  return err("UCI_ERROR", { config, reason });
}

const reasons = { read_only: "the flash is read-only", no_room: "no room on the flash" };

/** Why a text cannot be written beside the packages, as UCI writes a second file before it replaces the first; undefined where it can. */
function room_fault(io: Io, text: string): folders.Fault | undefined {
  store.remove_all(io, io.paths.config_dir, room_file);
  return folders.try_write(io, io.paths.config_dir, room_file, text);
}

/** Why a package cannot grow by a text as long as `growth_text`; undefined where it can. */
export function fault_of(io: Io, config: string, growth_text: string): folders.Fault | undefined {
  return room_fault(io, (io.read_file(io.paths.config_dir + "/" + config, max_bytes) ?? "") + growth_text);
}

/** Restores the file from memory; where that fails, keeps a copy in the run directory and logs it. */
function restore(io: Io, config: string, path: string, text: string): Err {
  if (io.write_file(path, text) && io.read_file(path, max_bytes) === text) {
    return failed(config, "it could not be written whole, and is as it was");
  }
  const copy = store.path_of(io, config + ".copy");
  const is_kept = store.ensure_run_dir(io) && io.write_file(copy, text);
  log.event(io, "err", "UCI_FILE_DAMAGED", [
    ["path", path],
    ["copy", is_kept ? copy : "none"],
    ["reason", reasons[folders.fault_of(io, io.paths.config_dir)]],
  ]);
  return failed(config, "it could not be written whole, nor as it was");
}

/**
 * Commits the pending changes of a package. `growth_text` is as long as the added lines; `is_written` says whether the sections
 * of the file are the wanted ones. UCI_ERROR, and then the file is as it was, or the log names a copy.
 */
export function commit(
  io: Io,
  config: string,
  growth_text: string,
  is_written: (this: void, sections: UciSection[]) => boolean,
): Result<true> {
  const path = io.paths.config_dir + "/" + config;
  const text = io.read_file(path, max_bytes);
  if (text === undefined || text === "") {
    return failed(config, "cannot be read");
  }
  const fault = room_fault(io, text + growth_text);
  if (fault !== undefined) {
    return failed(config, reasons[fault]);
  }
  const committed = io.uci_commit(config);
  const sections = io.uci_sections(config);
  if (committed && sections.ok && is_written(sections.data)) {
    return ok(true);
  }
  return io.read_file(path, max_bytes) === text ? failed(config, "cannot be written") : restore(io, config, path, text);
}

/** A value as UCI writes it. */
function quoted(value: string): string {
  return "'" + value.split("'").join("'\\''") + "'";
}

/** The text of a package as UCI writes it. */
function text_of(sections: UciSection[]): string {
  const lines: string[] = [];
  for (const section of sections) {
    lines.push(`\nconfig ${section.type}` + (section.anonymous ? "" : " " + quoted(section.name)));
    for (const name of strings.sorted_keys(section.options)) {
      const value = section.options[name];
      if (typeof value === "string") {
        lines.push(`\toption ${name} ${quoted(value)}`);
      } else if (value !== undefined) {
        lines.push(value.map((member) => `\tlist ${name} ${quoted(member)}`).join("\n"));
      }
    }
  }
  return lines.join("\n") + "\n";
}

/** A change of a package: its sections as they are, and as they are to be, by the same names. */
export interface Change {
  config: string;
  before: UciSection[];
  after: UciSection[];
}

/** A section with options of its own, to be changed. */
export function copy_of(section: UciSection): UciSection {
  const options: UciSection["options"] = {};
  for (const name of strings.sorted_keys(section.options)) {
    options[name] = section.options[name];
  }
  return { name: section.name, type: section.type, anonymous: section.anonymous, options };
}

function options_before(change: Change, name: string): UciSection["options"] {
  const known = change.before.find((section) => section.name === name);
  return known !== undefined ? known.options : {};
}

/** The sections that differ, as they are to be. */
export function differing(change: Change): UciSection[] {
  return change.after.filter((one) => !rpcd_logins.same_options(one.options, options_before(change, one.name)));
}

/** Gives UCI the options that differ; returns a text as long as those that are new. UCI_ERROR. */
function stage(io: Io, change: Change): Result<string> {
  // To read the package drops what a commit that failed has left.
  io.uci_sections(change.config);
  let growth_text = "";
  for (const section of differing(change)) {
    const before = options_before(change, section.name);
    let done = true;
    for (const name of strings.sorted_keys(before).filter((known) => section.options[known] === undefined)) {
      done = done && io.uci_delete(change.config, section.name, name);
    }
    for (const name of strings.sorted_keys(section.options)) {
      const value = section.options[name];
      if (typeof value === "string" && value !== before[name]) {
        done = done && io.uci_set(change.config, section.name, name, value);
        growth_text = growth_text + `\toption ${name} ${quoted(value)}\n`;
      }
    }
    if (!done) {
      return err("UCI_ERROR", { config: change.config, section: section.name });
    }
  }
  return ok(growth_text);
}

function is_made(io: Io, change: Change): boolean {
  const sections = io.uci_sections(change.config);
  return sections.ok && rpcd_logins.has_all(sections.data, change.after);
}

/** Makes a change of options that are no lists, in one commit. UCI_ERROR. */
export function make(io: Io, change: Change): Result<true> {
  const staged = stage(io, change);
  return staged.ok
    ? commit(io, change.config, staged.data, (after) => rpcd_logins.has_all(after, change.after))
    : staged;
}

/**
 * Makes a change without UCI, which needs room in RAM for its changes and reports none of what it could not write there. For one that must
 * succeed: it takes no lock of UCI's. Returns whether the package has these sections afterwards.
 */
export function rewrite(io: Io, change: Change): boolean {
  return io.write_file(io.paths.config_dir + "/" + change.config, text_of(change.after)) && is_made(io, change);
}

/** Leaves a change uncommitted, for what reads it until the next boot; returns whether the package has these sections afterwards. */
export function save(io: Io, change: Change): boolean {
  return stage(io, change).ok && io.uci_save(change.config) && is_made(io, change);
}

/** Seconds after which a file of UCI is of a process that has ended. */
const max_age = 10;

/** Removes what processes that were killed have left beside a package: the files of UCI, with all that it says, and ours. */
export function remove_left(io: Io, config: string): void {
  const folder = io.paths.config_dir;
  for (const name of io.list_dir(folder) ?? []) {
    const info = name.startsWith("." + config + ".uci-") ? io.file_info(folder + "/" + name) : undefined;
    if (info !== undefined && !store.is_fresh(info.mtime, io.time(), max_age)) {
      io.remove(folder + "/" + name);
    }
  }
  store.remove_all(io, folder, room_file);
}
