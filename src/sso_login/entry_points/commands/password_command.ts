/** `sso-login password-login`: turns passwords off and on in the shell. */
import * as console from "io/console";
import type { Io } from "../../base/io";
import type { LogPair } from "../../base/log";
import * as failure_facts from "../../base/failure_facts";
import * as log_texts from "../../base/log_texts";
import * as json_values from "../../base/json_values";
import * as finding_messages from "../../check/finding_messages";
import * as finding_texts from "../../check/finding_texts";
import { err, type Err } from "../../result";
import * as administrators from "../../passwords/administrators";
import * as password_events from "../../passwords/password_events";
import * as password_state from "../../passwords/password_state";
import type { PasswordChange, ProvedChange, Refusal } from "../../passwords/password_types";
import * as way_back from "../../check/way_back";
import * as command_outcome from "./command_outcome";
import * as password_method from "../../answers/password_method";

/** Loaded for the init script: with a part that is missing the other commands must work. */
const readiness = () => require("../../answers/readiness") as typeof import("../../answers/readiness");

/** Advice about refusals; those of sessions do not happen in the shell. */
const advice: { [refusal in Exclude<Refusal, "not_sso" | "same_login">]: string } = {
  disabled: "single sign-on is off",
  config_wrong: "the configuration is wrong: run sso-login check",
  rpcd_unreadable: "/etc/config/rpcd cannot be read, and rpcd refuses all passwords: restore that file",
  no_passwords: "no login of /etc/config/rpcd has a password that could be turned off",
  state: "that is so already, or there is no trial to confirm: see sso-login password-login",
  not_everything: "that needs roles of people that change everything, such as read '*' and write '*'",
  no_button:
    "LuCI's login page has no button with this theme and web server: see sso-login check, or take --force and bookmark /cgi-bin/sso-login/",
  no_login: "log in by single sign-on with a role that changes everything, then repeat this within ten minutes",
};

function explain(failure: Err): Err {
  const reason = json_values.text_of(failure_facts.open(failure).reason);
  const words = (advice as { [refusal: string]: string | undefined })[reason];
  return failure.error === "PASSWORD_LOGIN_REFUSED" ? err(failure.error, { reason: words ?? reason }) : failure;
}

function show(io: Io): number {
  const answer = password_method.answer(io, "", true, false);
  const why = answer.state === "unknown" ? ", as /etc/config/rpcd cannot be read; rpcd refuses them" : "";
  console.print("passwords: " + answer.state + why);
  if (answer.state === "trial") {
    console.print(
      `the trial ends in ${answer.seconds_left} s, and passwords return; to keep them off log in anew by single sign-on, then:`,
    );
    console.print("  sso-login password-login confirm");
  }
  if (answer.state !== "on") {
    console.print("the way back, in a shell of this router: " + password_state.way_back_command);
  }
  const faults = answer.faults.map((fault) => finding_messages.in_english(fault));
  if (faults.length > 0) {
    console.print("nobody can administer by single sign-on: " + faults.join(", "));
  }
  const ssh = { key: "SSH answers and root has a key", password: "SSH answers and takes root's password", none: "" };
  const way = ssh[answer.way_back];
  console.print(way !== "" ? way : "SSH is no way in: beside single sign-on there is failsafe mode alone");
  console.print(`sessions that passwords opened: ${answer.password_sessions.length}`);
  const finding = finding_texts.findings.passwords_proxy;
  if (answer.unlisted_proxy !== undefined && finding !== undefined) {
    console.print_error("sso-login: " + log_texts.fill(finding.text, { address: answer.unlisted_proxy }));
    console.print_error(json_values.text_of(finding.advice));
  }
  if (answer.root_without_password) {
    console.print_error("sso-login: root has no password: with passwords on, anybody gets in without one");
  }
  return command_outcome.success;
}

/** Makes a change and prints the state; returns the exit status. */
function change(io: Io, wanted: PasswordChange, is_forced: boolean, end_sessions: boolean): number {
  if (wanted === "on" && way_back.root_without_password(io)) {
    console.print_error("sso-login: root has no password: anybody gets in without one now; set one with passwd");
  }
  const by: LogPair[] = [
    ["by", "shell"],
    ["how", is_forced ? "force" : undefined],
  ];
  const refusal_of = (proved: ProvedChange) => administrators.refusal_for_shell(io, proved);
  const changed = password_method.make_change(io, wanted, refusal_of, by, is_forced);
  if (!changed.ok) {
    return command_outcome.fail(explain(changed));
  }
  const ended = password_method.finish_change(io, end_sessions).ended;
  if (ended > 0) {
    console.print(`sessions ended: ${ended}`);
  }
  return show(io);
}

const force_option = "--force";
const end_option = "--end-sessions";

const options_of: { [change in PasswordChange]: string[] } = {
  on: [],
  confirm: [force_option, end_option],
  off: [force_option, end_option],
};

/** Runs a change, `ready` for the init script or `look` for the supervisor, or without arguments prints the state; returns the exit status. */
export function run(io: Io, args: string[]): number {
  const command = args[0] ?? "status";
  const options = args.slice(1);
  if (options.length === 0 && command === "ready") {
    // All is there, whatever it answers: a part that is missing ends the program, which is the failure.
    readiness().run_start(io);
    return command_outcome.success;
  }
  if (options.length === 0 && command === "look") {
    const looked = password_events.catch_up(io, "service");
    return looked.ok ? command_outcome.success : command_outcome.fail(looked);
  }
  if (options.length === 0 && command === "status") {
    return show(io);
  }
  if (!password_method.is_change(command) || !options.every((option) => options_of[command].includes(option))) {
    return command_outcome.wrong_usage("password-login takes on, or off or confirm with [--force] [--end-sessions]");
  }
  return change(io, command, options.includes(force_option), options.includes(end_option));
}
