/** The panel that turns passwords off, on trial first, and on again. */
import { fill } from "../../sso_login/base/log_texts";
import type { PasswordLoginAnswer, PeopleAnswer, SavedAnswer } from "../../sso_login/answers/ubus_answers";
import { callPasswordLogin, callPeople } from "../saving/calls";
import { ask } from "../kit/dialog";
import { attempt, button, liveRegion, notice, spinner } from "../kit/panels";
import {
  armingLines,
  clockOf,
  command,
  faultsText,
  freshLoginUrl,
  refusalText,
  sessionsText,
  warningsOf,
  wayBackText,
} from "./passwords";
import { visibleTexts } from "../kit/visible";

function warnings(texts: string[]): Node[] {
  return texts.filter((text) => text !== "").map((text) => notice("warning", [text]));
}

function wayBack({ way_back }: PasswordLoginAnswer): HTMLElement {
  return E("p", { "data-name": "way-back" }, [wayBackText(way_back), " ", E("code", {}, [command])]);
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
export function passwordsPanel(
  mayWrite: boolean,
  base: SavedAnswer,
  showSessions: (answer: PeopleAnswer) => void,
): { node: Node; load: () => Promise<void> } {
  const body = E("div", { "data-name": "passwords-state", class: "sso-login-later" }, [spinner(_("Loading"))]);
  const message = liveRegion("passwords-message");
  let provider: string | undefined;

  const reload = async (): Promise<void> => {
    const answer = await callPeople();
    draw(answer);
    showSessions(answer);
  };
  const load = (): Promise<void> => attempt(message, reload);
  const change = (state: "off" | "on" | "confirm", done: string, end = false): Promise<void> => {
    const work = async (): Promise<void> => {
      const { ended } = await callPasswordLogin(state, end);
      const more = ended > 0 ? ` ${fill(_("Sessions ended: %{count}."), { count: String(ended) })}` : "";
      await reload();
      dom.content(message, [notice("success", [done + more])]);
    };
    return attempt(message, work, _("That could not be done:"));
  };
  /** A button whose work gets the answer to the question above it: whether sessions end that passwords opened. */
  const offer = (
    passwords: PasswordLoginAnswer,
    [name, title]: [name: string, title: string],
    work: (end: boolean) => unknown,
    ...others: Node[]
  ): Node[] => {
    const box = E("input", { type: "checkbox", "data-name": "end-sessions" }) as HTMLInputElement;
    const label = _("End the sessions that these passwords opened");
    const question = E("p", {}, [E("label", { class: "sso-login-choice" }, [box, " ", label])]);
    return [
      ...warnings(warningsOf(passwords)),
      ...(passwords.password_sessions.some(({ ends }) => ends) ? [question] : []),
      E("p", {}, [button(name, title, () => work(box.checked)), " ", ...others]),
    ];
  };
  const drawOn = (passwords: PasswordLoginAnswer): Node[] => {
    const about = _(
      "Passwords open this router, beside single sign-on: at LuCI's form, and at /ubus for programs. A second factor at the provider protects it only while they are off.",
    );
    if (passwords.refusal !== undefined || !mayWrite) {
      const why = passwords.refusal === undefined ? [] : [notice("info", [refusalText(passwords.refusal)])];
      const faults = passwords.refusal === "disabled" ? [] : warnings([faultsText(passwords)]);
      return [E("p", {}, [about]), ...why, ...faults];
    }
    const title = _("Turn passwords off");
    const arm = async (end: boolean): Promise<void> => {
      if (await ask(title, armingLines(passwords, end), _("Begin the trial"))) {
        await change("off", _("Passwords are off, on trial."), end);
      }
    };
    return [E("p", {}, [about]), ...offer(passwords, ["passwords-off", title], arm)];
  };
  const turnOn = (passwords: PasswordLoginAnswer): Node => {
    const title = _("Turn passwords on again");
    const open = _("Root has no password: everyone who opens LuCI's form then gets in without one.");
    return button("passwords-on", title, async () => {
      if (!passwords.root_without_password || (await ask(title, [open], title))) {
        await change("on", _("Passwords open this router again."));
      }
    });
  };
  const confirmation = (passwords: PasswordLoginAnswer): Node[] => {
    const refusal = passwords.confirm_refusal;
    if (refusal !== undefined) {
      const href = freshLoginUrl(base, window.location.pathname, provider);
      const attributes = { class: "btn cbi-button cbi-button-action", href, "data-name": "fresh-login" };
      const isCured = refusal === "same_login" || refusal === "not_sso";
      const link = isCured ? [E("a", attributes, [_("Log in anew")]), " "] : [];
      return [E("p", {}, [refusalText(refusal)]), E("p", {}, [...link, turnOn(passwords)])];
    }
    const confirm = (end: boolean): Promise<void> =>
      change("confirm", _("Passwords are off. This router is opened by single sign-on."), end);
    const title = _("Confirm: passwords stay off");
    return [wayBack(passwords), ...offer(passwords, ["passwords-confirm", title], confirm, turnOn(passwords))];
  };
  const drawTrial = (passwords: PasswordLoginAnswer): Node[] => {
    const clock = countdown(passwords.seconds_left, () => void load());
    return [
      E("p", {}, [_("Passwords are off, on trial. They come back by themselves in:"), " ", clock]),
      ...warnings([faultsText(passwords)]),
      ...(mayWrite ? confirmation(passwords) : []),
    ];
  };
  const wayOut = (passwords: PasswordLoginAnswer, fault: string): Node[] => [
    wayBack(passwords),
    ...warnings([fault]),
    ...(mayWrite ? [E("p", {}, [turnOn(passwords)])] : []),
  ];
  const drawOff = (passwords: PasswordLoginAnswer): Node[] => [
    E("p", {}, [_("Passwords are off: this router is opened by single sign-on.")]),
    E("p", {}, [sessionsText(passwords, false)]),
    ...wayOut(passwords, faultsText(passwords)),
  ];
  const drawUnknown = (passwords: PasswordLoginAnswer): Node[] => wayOut(passwords, refusalText("rpcd_unreadable"));
  const draw = (answer: PeopleAnswer): void => {
    provider = answer.sessions.find(({ own }) => own)?.provider;
    const passwords = visibleTexts(answer.password_login);
    body.dataset["state"] = passwords.state;
    const parts = { on: drawOn, trial: drawTrial, off: drawOff, unknown: drawUnknown };
    dom.content(body, parts[passwords.state](passwords));
  };
  const node = E("details", { class: "sso-login-fold", open: "", "data-name": "passwords-panel" }, [
    E("summary", {}, [E("h3", {}, [_("Passwords")])]),
    body,
    message,
  ]);
  return { node, load };
}
