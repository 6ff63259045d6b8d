/**
 * A deployment of settings (settings/wanted_settings.ts): they are checked on this router, and saved only where the check finds no error.
 */
import type { Io, UciSection } from "../base/io";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import * as check_run from "../check/check_run";
import type { Report } from "../check/report";
import { err, ok, type Err, type Result } from "../result";
import * as uci_commit from "../rpcd/uci_commit";
import * as certificates from "../settings/certificates";
import * as page_settings from "../settings/page_settings";
import * as saved_config from "../settings/saved_config";
import * as wanted_settings from "../settings/wanted_settings";
import type { WantedSettings } from "../settings/wanted_settings";
import * as registering from "./registering";
import type { Order } from "./registration_options";
import * as registration_record from "./registration_record";

export interface Deployed {
  outcome: "unchanged" | "changed" | "refused";
  /** Absent where only the difference was asked for. */
  report?: Report;
}

/** A deployment under way. */
interface Plan {
  io: Io;
  wanted: WantedSettings;
  saved: UciSection[];
  /** The sections to save. */
  sections: UciSection[];
  /** The file of the authority; "" where none is wanted. */
  ca_path: string;
  needs_client: boolean;
}

function refuse(reason: string): Err {
  return err("INVALID_REQUEST", { reason });
}

/** The saved sections, none where the file is missing or empty. */
function read_saved(io: Io): Result<UciSection[]> {
  const path = io.paths.config_dir + "/" + public_names.package_name;
  const info = io.file_info(path);
  return info === undefined || info.size === 0 ? ok([]) : saved_config.saved_sections(io);
}

/** Writes the changed sections in one commit, and reads them again. */
function save(io: Io, saved: UciSection[], sections: UciSection[]): Result<true> {
  const name = public_names.package_name;
  const path = io.paths.config_dir + "/" + name;
  const failed = err("UCI_ERROR", { config: name, reason: "cannot be written" });
  if (saved.length === 0 && !io.write_file(path, `config oidc '${public_names.first}'\n`)) {
    return failed;
  }
  let growth = "";
  let is_done = true;
  // Roles are written anew, as their order counts.
  for (const role of saved.filter((section) => section.type === "role")) {
    is_done = io.uci_delete(name, role.name) && is_done;
  }
  for (const section of sections.filter((one) => one.type === "role" || one.name === public_names.first)) {
    is_done = io.uci_add(name, section.name, section.type) && is_done;
    for (const option of strings.sorted_keys(section.options)) {
      const value = section.options[option];
      if (value !== undefined) {
        is_done = io.uci_set(name, section.name, option, value) && is_done;
        for (const member of typeof value === "string" ? [value] : value) {
          growth = growth + "\tlist " + option + " '" + member + "'\n";
        }
      }
    }
  }
  const before = saved.find((section) => section.name === public_names.first);
  const after = sections.find((section) => section.name === public_names.first);
  for (const option of before !== undefined ? strings.sorted_keys(before.options) : []) {
    if (after !== undefined && after.options[option] === undefined) {
      is_done = io.uci_delete(name, public_names.first, option) && is_done;
    }
  }
  return is_done
    ? uci_commit.commit(io, name, growth, (written) => wanted_settings.are_same(written, sections))
    : failed;
}

/** Reads what is saved, and refuses what would replace a client. */
function plan(io: Io, wanted: WantedSettings): Result<Plan> {
  const read = read_saved(io);
  if (!read.ok) {
    return read;
  }
  const saved = read.data;
  const client_id = page_settings.values_of(saved, public_names.first).client_id ?? "";
  const known = registration_record.find(io, public_names.first);
  const is_own = known !== undefined && known.client_id !== "" && known.client_id === client_id;
  if (is_own && wanted.options.client_id !== undefined) {
    return refuse("this router has its own client, by sso-login register; sso-login register --forget gives it up");
  }
  if (wanted.register !== undefined && client_id !== "" && !is_own) {
    return refuse("this router has a shared client: its options client_id and client_secret go first");
  }
  const sections = wanted_settings.sections_with(saved, wanted);
  const ca_file = page_settings.values_of(sections, public_names.first).ca_file ?? "";
  if (wanted.ca !== undefined && !ca_file.startsWith(io.paths.etc_dir + "/")) {
    return refuse(`ca is for the file that ca_file names, in ${io.paths.etc_dir}`);
  }
  return ok({
    io,
    wanted,
    saved,
    sections,
    ca_path: wanted.ca !== undefined ? ca_file : "",
    needs_client: wanted.register !== undefined && client_id === "",
  });
}

function read_ca(io: Io, path: string): string {
  return io.read_file(path, certificates.max_file) ?? "";
}

function is_settled(task: Plan): boolean {
  const is_same_ca = task.ca_path === "" || read_ca(task.io, task.ca_path) === task.wanted.ca;
  return is_same_ca && !task.needs_client && wanted_settings.are_same(task.saved, task.sections);
}

function write_ca(io: Io, path: string, text: string): Result<true> {
  const is_written =
    text !== "" ? io.make_dir(io.paths.etc_dir) !== "failed" && io.write_file(path, text) : io.remove(path);
  return is_written ? ok(true) : err("INTERNAL_ERROR", { path, reason: "cannot be written" });
}

/** Saves all but the switch, registers the router, then turns single sign-on on as wanted. An interrupted one goes on where it ended. */
function register(task: Plan, issuer: string, token: string): Result<Deployed> {
  const io = task.io;
  const switched = task.wanted.options.enabled;
  const before = page_settings.values_of(task.saved, public_names.first).enabled ?? "";
  const off: WantedSettings = { options: { enabled: before } };
  const prepared = save(io, task.saved, wanted_settings.sections_with(task.sections, off));
  if (!prepared.ok) {
    return prepared;
  }
  if (task.needs_client) {
    // A client that only the options have lost is read again.
    const known = registration_record.find(io, public_names.first);
    const action = known !== undefined && known.client_id !== "" ? "update" : "register";
    const order: Order = {
      action,
      provider: public_names.first,
      options: { issuer_url: issuer },
      token,
    };
    const registered = registering.carry_out(io, order).report;
    if (!registered.ok) {
      return ok({ outcome: "refused", report: registered });
    }
  }
  const saved = saved_config.saved_sections(io);
  if (!saved.ok) {
    return saved;
  }
  const last: WantedSettings = { options: switched !== undefined ? { enabled: switched } : {} };
  const done = save(io, saved.data, wanted_settings.sections_with(saved.data, last));
  return done.ok ? ok({ outcome: "changed", report: check_run.run_check(io) }) : done;
}

/** Checks unsaved sections, and saves them where no finding is an error. */
function check_and_save(task: Plan): Result<Deployed> {
  const io = task.io;
  const report = check_run.run_check(io, { sections: task.sections });
  if (!report.ok) {
    return ok({ outcome: "refused", report });
  }
  const saved = save(io, task.saved, task.sections);
  return saved.ok ? ok({ outcome: "changed", report }) : saved;
}

/** Deploys settings; `is_trial` only tells whether they differ. INVALID_REQUEST, CONFIG_ERROR, UCI_ERROR, INTERNAL_ERROR. */
export function deploy(io: Io, wanted: WantedSettings, is_trial: boolean): Result<Deployed> {
  const planned = plan(io, wanted);
  if (!planned.ok) {
    return planned;
  }
  const task = planned.data;
  if (is_settled(task)) {
    return ok({ outcome: "unchanged", report: check_run.run_check(io) });
  }
  if (is_trial) {
    return ok({ outcome: "changed" });
  }
  const ca_before = task.ca_path !== "" ? read_ca(io, task.ca_path) : "";
  if (task.ca_path !== "") {
    const written = write_ca(io, task.ca_path, json_values.text_of(wanted.ca));
    if (!written.ok) {
      return written;
    }
  }
  const done =
    wanted.register !== undefined
      ? register(task, wanted.register.issuer, wanted.register.token)
      : check_and_save(task);
  const is_taken_back = !done.ok || done.data.outcome === "refused";
  if (is_taken_back && task.ca_path !== "" && wanted.register === undefined) {
    write_ca(io, task.ca_path, ca_before);
  }
  return done;
}
