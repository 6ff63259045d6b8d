/** The panel that turns passwords off, on trial first, and on again. */
import { fill } from "../sso_login/base/texts";
import { asObject, refuseError } from "./answers";
import { callGet, callPasswordLogin } from "./calls";
import { ask } from "./dialog";
import { button, messageOf, notice, panel, place } from "./panels";
import {
  armingLines,
  clockOf,
  command,
  readPasswords,
  refusalText,
  sessionsText,
  warningsOf,
  wayBackText,
  type Passwords,
} from "./passwords";

/** What the panel is given. */
export interface PasswordsTask {
  passwords: Passwords;
  mayWrite: boolean;
  /** Where a new login begins that ends at a page. */
  freshLogin: (page: string) => string;
  /** Shows the sessions of an answer of `get`. */
  showSessions: (answer: unknown) => void;
  /** True where it has been said what the failure of a call is. */
  failed: (failure: unknown) => boolean;
}

function warning(text: string): HTMLElement {
  return E("p", { class: "alert-message warning" }, [text]);
}

/** The sentence with the way back. */
function wayBack(passwords: Passwords): HTMLElement {
  return E("p", { "data-name": "way-back" }, [wayBackText(passwords), " ", E("code", {}, [command])]);
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

/** The panel over what the service says. */
export function passwordsPanel(task: PasswordsTask): Node {
  const body = E("div", { "data-name": "passwords-state" });
  const message = place("passwords-message");

  const reload = async (): Promise<void> => {
    const answer: unknown = await callGet();
    const passwords = readPasswords(answer);
    if (passwords !== undefined) {
      draw(passwords);
    }
    task.showSessions(answer);
  };
  const say = (kind: "error" | "success", text: string): void => dom.content(message, [notice(kind, [text])]);
  const change = async (state: "off" | "on" | "confirm", end: boolean, done: string): Promise<void> => {
    try {
      const answer = asObject(await callPasswordLogin(state, end));
      refuseError(answer);
      const ended = typeof answer["ended"] === "number" ? answer["ended"] : 0;
      const more = ended > 0 ? ` ${fill(_("Sessions ended: %{count}."), { count: String(ended) })}` : "";
      await reload();
      say("success", done + more);
    } catch (problem) {
      if (!task.failed(problem)) {
        say("error", `${_("That could not be done:")} ${messageOf(problem)}`);
      }
    }
  };

  const on = (passwords: Passwords): Node[] => {
    const about = _(
      "Passwords open this router, beside single sign-on: at LuCI's form, and at /ubus for programs. A second factor at the provider protects it only while they are off.",
    );
    if (passwords.refusal !== "" || !task.mayWrite) {
      const why = passwords.refusal === "" ? [] : [notice("info", [refusalText(passwords.refusal)])];
      return [E("p", {}, [about]), ...why];
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
      ...(passwords.sessions.some(({ ends }) => ends) ? [end.node] : []),
      E("p", {}, [button("passwords-off", title, title, arm)]),
    ];
  };
  const turnOn = (passwords: Passwords): Node => {
    const title = _("Turn passwords on again");
    const open = _("Root has no password: everyone who opens LuCI's form then gets in without one.");
    const work = async (): Promise<void> => {
      if (!passwords.rootWithoutPassword || (await ask(title, [open], title))) {
        await change("on", false, _("Passwords open this router again."));
      }
    };
    return button("passwords-on", title, title, work);
  };
  const confirmation = (passwords: Passwords): Node[] => {
    if (passwords.confirmRefusal === "same_login" || passwords.confirmRefusal === "not_sso") {
      const href = task.freshLogin(window.location.pathname);
      const link = E("a", { class: "btn cbi-button cbi-button-action", href, "data-name": "fresh-login" }, [
        _("Log in anew"),
      ]);
      return [E("p", {}, [refusalText(passwords.confirmRefusal)]), E("p", {}, [link, " ", turnOn(passwords)])];
    }
    if (passwords.confirmRefusal !== "") {
      return [E("p", {}, [refusalText(passwords.confirmRefusal)]), E("p", {}, [turnOn(passwords)])];
    }
    const end = endChoice(true);
    const title = _("Confirm: passwords stay off");
    const confirm = (): Promise<void> =>
      change("confirm", end.value(), _("Passwords are off. This router is opened by single sign-on."));
    return [
      wayBack(passwords),
      ...warningsOf(passwords).map(warning),
      ...(passwords.sessions.some(({ ends }) => ends) ? [end.node] : []),
      E("p", {}, [button("passwords-confirm", title, title, confirm), " ", turnOn(passwords)]),
    ];
  };
  const trial = (passwords: Passwords): Node[] => {
    const clock = countdown(passwords.left, () => void reload());
    return [
      E("p", {}, [_("Passwords are off, on trial. They come back by themselves in:"), " ", clock]),
      ...(task.mayWrite ? confirmation(passwords) : []),
    ];
  };
  const off = (passwords: Passwords): Node[] => [
    E("p", {}, [_("Passwords are off: this router is opened by single sign-on.")]),
    E("p", {}, [sessionsText(passwords, false)]),
    wayBack(passwords),
    ...(task.mayWrite ? [E("p", {}, [turnOn(passwords)])] : []),
  ];
  const draw = (passwords: Passwords): void => {
    body.dataset["state"] = passwords.state;
    dom.content(body, { on, trial, off }[passwords.state](passwords));
  };
  draw(task.passwords);
  return panel("passwords-panel", _("Passwords"), "", [body, message]);
}
