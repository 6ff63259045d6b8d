/** The panel that turns passwords off, on trial first, and on again. */
import { fill } from "../../sso_login/base/log_texts";
import type { PasswordLoginAnswer, PeopleAnswer } from "../../sso_login/entry_points/ubus_answers";
import { callPasswordLogin, callPeople } from "../saving/calls";
import { ask } from "../kit/dialog";
import { failureText } from "../kit/failure";
import { button, liveRegion, notice, spinner } from "../kit/panels";
import {
  armingLines,
  clockOf,
  command,
  faultsText,
  refusalText,
  sessionsText,
  warningsOf,
  wayBackText,
} from "./passwords";
import { visibleTexts } from "../kit/visible";

export interface PasswordsTask {
  mayWrite: boolean;
  /** The address of a new login that ends at a page. */
  freshLogin: (page: string, provider: string | undefined) => string;
  showSessions: (answer: PeopleAnswer) => void;
  /** Whether the failure of a call has been reported. */
  failed: (failure: unknown) => boolean;
}

function warning(text: string): HTMLElement {
  return E("p", { class: "alert-message warning" }, [text]);
}

/** The sentence with the way back. */
function wayBack({ way_back }: PasswordLoginAnswer): HTMLElement {
  return E("p", { "data-name": "way-back" }, [wayBackText(way_back), " ", E("code", {}, [command])]);
}

function faults(passwords: PasswordLoginAnswer): HTMLElement[] {
  const text = faultsText(passwords);
  return text === "" ? [] : [warning(text)];
}

/** A question whose answer goes along with the button beside it. */
function endChoice(checked: boolean): { node: Node; value: () => boolean } {
  const box = E("input", { type: "checkbox", "data-name": "end-sessions", checked: checked ? "" : null });
  const label = _("End the sessions that these passwords opened");
  const node = E("p", {}, [E("label", { class: "sso-login-choice" }, [box, " ", label])]);
  return { node, value: () => (box as HTMLInputElement).checked };
}

/** Counts the seconds of a trial down; `over` is called once, when there are none left. Ends when the place is gone. */
function countdown(left: number, over: () => void): HTMLElement {
  const clock = E("strong", { role: "timer", "data-name": "countdown" }, [clockOf(left)]);
  const end = performance.now() + left * 1000;
  const timer = window.setInterval(() => {
    const seconds = (end - performance.now()) / 1000;
    clock.textContent = clockOf(seconds);
    if (seconds <= 0 || !clock.isConnected) {
      window.clearInterval(timer);
    }
    if (seconds <= 0 && clock.isConnected) {
      over();
    }
  }, 1000);
  return clock;
}

/** The panel, and the function that loads the state for it. */
export function passwordsPanel(task: PasswordsTask): { node: Node; load: () => Promise<void> } {
  const body = E("div", { "data-name": "passwords-state", class: "sso-login-later" }, [spinner(_("Loading"))]);
  const message = liveRegion("passwords-message");
  /** The provider of the user's own session. */
  let provider: string | undefined;

  const reload = async (): Promise<void> => {
    const answer = await callPeople();
    draw(answer);
    task.showSessions(answer);
  };
  const say = (kind: "error" | "success", text: string): void => dom.content(message, [notice(kind, [text])]);
  const change = async (state: "off" | "on" | "confirm", end: boolean, done: string): Promise<void> => {
    try {
      const { ended } = await callPasswordLogin(state, end);
      const more = ended > 0 ? ` ${fill(_("Sessions ended: %{count}."), { count: String(ended) })}` : "";
      await reload();
      say("success", done + more);
    } catch (problem) {
      if (!task.failed(problem)) {
        say("error", `${_("That could not be done:")} ${failureText(problem)}`);
      }
    }
  };

  const on = (passwords: PasswordLoginAnswer): Node[] => {
    const about = _(
      "Passwords open this router, beside single sign-on: at LuCI's form, and at /ubus for programs. A second factor at the provider protects it only while they are off.",
    );
    if (passwords.refusal !== undefined || !task.mayWrite) {
      const why = passwords.refusal === undefined ? [] : [notice("info", [refusalText(passwords.refusal)])];
      return [E("p", {}, [about]), ...why, ...(passwords.refusal === "disabled" ? [] : faults(passwords))];
    }
    const end = endChoice(false);
    const arm = async (): Promise<void> => {
      const lines = armingLines(passwords, end.value());
      if (await ask(_("Turn passwords off"), lines, _("Begin the trial"))) {
        await change("off", end.value(), _("Passwords are off, on trial."));
      }
    };
    const title = _("Turn passwords off");
    return [
      E("p", {}, [about]),
      ...warningsOf(passwords).map(warning),
      ...(passwords.password_sessions.some(({ ends }) => ends) ? [end.node] : []),
      E("p", {}, [button("passwords-off", title, title, arm)]),
    ];
  };
  const turnOn = (passwords: PasswordLoginAnswer): Node => {
    const title = _("Turn passwords on again");
    const open = _("Root has no password: everyone who opens LuCI's form then gets in without one.");
    const work = async (): Promise<void> => {
      if (!passwords.root_without_password || (await ask(title, [open], title))) {
        await change("on", false, _("Passwords open this router again."));
      }
    };
    return button("passwords-on", title, title, work);
  };
  const confirmation = (passwords: PasswordLoginAnswer): Node[] => {
    const refusal = passwords.confirm_refusal;
    if (refusal === "same_login" || refusal === "not_sso") {
      const href = task.freshLogin(window.location.pathname, provider);
      const link = E("a", { class: "btn cbi-button cbi-button-action", href, "data-name": "fresh-login" }, [
        _("Log in anew"),
      ]);
      return [E("p", {}, [refusalText(refusal)]), E("p", {}, [link, " ", turnOn(passwords)])];
    }
    if (refusal !== undefined) {
      return [E("p", {}, [refusalText(refusal)]), E("p", {}, [turnOn(passwords)])];
    }
    const end = endChoice(false);
    const title = _("Confirm: passwords stay off");
    const confirm = (): Promise<void> =>
      change("confirm", end.value(), _("Passwords are off. This router is opened by single sign-on."));
    return [
      wayBack(passwords),
      ...warningsOf(passwords).map(warning),
      ...(passwords.password_sessions.some(({ ends }) => ends) ? [end.node] : []),
      E("p", {}, [button("passwords-confirm", title, title, confirm), " ", turnOn(passwords)]),
    ];
  };
  const trial = (passwords: PasswordLoginAnswer): Node[] => {
    const clock = countdown(passwords.seconds_left, () => void reload());
    return [
      E("p", {}, [_("Passwords are off, on trial. They come back by themselves in:"), " ", clock]),
      ...faults(passwords),
      ...(task.mayWrite ? confirmation(passwords) : []),
    ];
  };
  const off = (passwords: PasswordLoginAnswer): Node[] => [
    E("p", {}, [_("Passwords are off: this router is opened by single sign-on.")]),
    E("p", {}, [sessionsText(passwords, false)]),
    wayBack(passwords),
    ...faults(passwords),
    ...(task.mayWrite ? [E("p", {}, [turnOn(passwords)])] : []),
  ];
  const unknown = (passwords: PasswordLoginAnswer): Node[] => [
    warning(refusalText("rpcd_unreadable")),
    wayBack(passwords),
    ...(task.mayWrite ? [E("p", {}, [turnOn(passwords)])] : []),
  ];
  const draw = (answer: PeopleAnswer): void => {
    provider = answer.sessions.find(({ own }) => own)?.provider;
    const passwords = visibleTexts(answer.password_login);
    body.dataset["state"] = passwords.state;
    dom.content(body, { on, trial, off, unknown }[passwords.state](passwords));
  };
  const load = (): Promise<void> =>
    reload().catch((problem: unknown) => {
      if (!task.failed(problem)) {
        say("error", failureText(problem));
      }
    });
  const node = E("details", { class: "sso-login-fold", open: "", "data-name": "passwords-panel" }, [
    E("summary", {}, [E("h3", {}, [_("Passwords")])]),
    ...[body, message],
  ]);
  return { node, load };
}
