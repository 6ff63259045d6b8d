/** `sso-login password-login`: the shell's way to turn passwords off, and the way back. */
import * as console from "io/console";
import type { Io } from "../../base/io";
import type { LogPair } from "../../base/log";
import * as values from "../../base/values";
import { err, type Err } from "../../result";
import * as administrators from "../../passwords/administrators";
import * as transitions from "../../passwords/transitions";
import type { Refusal } from "../../passwords/state";
import * as trial from "../../passwords/trial";
import * as way_back from "../../passwords/way_back";
import * as outcome from "../outcome";
import * as password_method from "../password_method";

/** Seconds between two looks at a trial that goes on, and looks at one that cannot be ended. */
const pause = 20;
const max_looks = 1000;

/** What a person does about a refusal; the shell has no session to be judged. */
const advice: { [refusal in Exclude<Refusal, "not_sso" | "same_login">]: string } = {
  disabled: "single sign-on is off",
  config_wrong: "the configuration is wrong: run sso-login check",
  rpcd_unreadable: "/etc/config/rpcd cannot be read, and rpcd refuses all passwords: restore that file",
  no_passwords: "no login of /etc/config/rpcd has a password that could be turned off",
  state: "that is so already, or there is no trial to confirm: see sso-login password-login",
  not_everything: "that needs a role that changes everything: read '*' and write '*'",
  no_login: "log in by single sign-on with a role that changes everything, then repeat this within ten minutes",
};

/** A refusal with its words. */
function explain(failure: Err): Err {
  const reason = values.text_of(values.facts_of(failure).reason);
  const words = (advice as { [refusal: string]: string | undefined })[reason];
  return failure.error === "PASSWORD_LOGIN_REFUSED" ? err(failure.error, { reason: words ?? reason }) : failure;
}

/** Says what holds, and what the ways in are. */
function show(io: Io): number {
  const answer = password_method.answer(io, "");
  console.print("passwords: " + answer.state);
  if (answer.state === "trial") {
    console.print(
      `the trial ends in ${answer.seconds_left} s, and passwords return; to keep them off log in anew by single sign-on, then:`,
    );
    console.print("  sso-login password-login confirm");
  }
  if (answer.state !== "on") {
    console.print("the way back, in a shell of this router: " + transitions.way_back_command);
  }
  const ssh = { key: "SSH answers and root has a key", password: "SSH answers and takes root's password", none: "" };
  const way = ssh[answer.way_back];
  console.print(way !== "" ? way : "SSH is no way in: beside single sign-on there is failsafe mode alone");
  console.print(`sessions that passwords opened: ${answer.password_sessions.length}`);
  if (answer.root_without_password) {
    console.print_error("sso-login: root has no password: with passwords on, anybody gets in without one");
  }
  return outcome.success;
}

/** Waits for the end of a trial, as procd's instance: by a clock that does not jump. */
function wait(io: Io): number {
  for (let looks = 0; looks < max_looks && trial.is_there(io); looks++) {
    io.sleep(Math.max(1, Math.min(pause, trial.seconds_left(io))));
    transitions.end_overdue(io);
  }
  return outcome.success;
}

/** Why the shell may not do what is wanted. */
function refusal_of(io: Io, command: string, is_forced: boolean): Refusal | undefined {
  if (command === "confirm") {
    return administrators.refusal_of_shell_to_confirm(io);
  }
  return command === "off" && !is_forced ? administrators.refusal_for_shell(io) : undefined;
}

/** Turns passwords on or off, or confirms a trial. */
function change(io: Io, command: string, is_forced: boolean, end_sessions: boolean): number {
  if (command === "on" && way_back.root_without_password(io)) {
    console.print_error("sso-login: root has no password: anybody gets in without one now; set one with passwd");
  }
  const by: LogPair[] = [
    ["by", "shell"],
    ["how", is_forced ? "force" : undefined],
  ];
  const changed = password_method.change(io, command, refusal_of(io, command, is_forced), by);
  if (!changed.ok) {
    return outcome.fail(explain(changed));
  }
  const ended = password_method.outcome(io, end_sessions).ended;
  if (ended > 0) {
    console.print(`sessions ended: ${ended}`);
  }
  return show(io);
}

const force_option = "--force";
const end_option = "--end-sessions";

/** The options that each command takes. */
const options_of: { [command: string]: string[] | undefined } = {
  status: [],
  on: [],
  wait: [],
  confirm: [end_option],
  off: [force_option, end_option],
};

/** Runs the command: `on`, `off`, `confirm`, `wait`, or what holds now. */
export function run(io: Io, args: string[]): number {
  const command = args[0] ?? "status";
  const options = args.slice(1);
  const known = options_of[command];
  if (known === undefined || !options.every((option) => known.includes(option))) {
    return outcome.wrong_usage("password-login takes on, off [--force] [--end-sessions], or confirm [--end-sessions]");
  }
  if (command === "status" || command === "wait") {
    return command === "wait" ? wait(io) : show(io);
  }
  return change(io, command, options.includes(force_option), options.includes(end_option));
}
