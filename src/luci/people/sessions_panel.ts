/** The panel with the live sessions, which it can end. */
import { first } from "../../sso_login/base/public_names";
import type { PeopleAnswer, SessionAnswer } from "../../sso_login/answers/ubus_answers";
import { callEndSession, callSessions } from "../saving/calls";
import { ask } from "../kit/dialog";
import { attempt, button, liveRegion, notice, panel, person, spinner, table, timeText } from "../kit/panels";
import { byPerson } from "./session_order";
import { visibleTexts } from "../kit/visible";

type Panel = { node: Node; load: () => Promise<void>; show: (answer: PeopleAnswer) => void };

function passwordSessions({ password_login }: PeopleAnswer): Node[] {
  const sessions = visibleTexts(password_login.password_sessions);
  if (sessions.length === 0) {
    return [];
  }
  const titles = [_("User"), _("Opened by"), _("Ends if idle")];
  const rows = sessions.map(({ who, program, until }) => {
    return [who, program ? _("a password, by a program") : _("a password"), timeText(until)];
  });
  return [E("h4", {}, [_("Opened by a password")]), table("password-sessions", titles, rows)];
}

/** The panel of the sessions, which a user who may write can end. `further` gives the providers beside the first. */
export function sessionsPanel(mayWrite: boolean, further: () => string[]): Panel {
  const list = E("div", { class: "sso-login-later" }, [spinner(_("Loading the sessions"))]);
  const others = E("div", {});
  const message = liveRegion("sessions-message");

  const end = async ({ id, own }: SessionAnswer): Promise<void> => {
    const title = _("End my session");
    const words = _("This is your own session: you will be logged out, and what is not saved is lost.");
    if (own && !(await ask(title, [words], title))) {
      return;
    }
    const work = async (): Promise<void> => {
      await callEndSession(id);
      if (own) {
        // LuCI's login page is there now.
        window.location.reload();
        return;
      }
      show(await callSessions());
      dom.content(message, [notice("success", [_("The session has ended.")])]);
    };
    await attempt(message, work, _("The session could not be ended:"));
  };
  const draw = (sessions: SessionAnswer[]): void => {
    const has = (name: "latest" | "proved_at"): boolean => sessions.some((one) => one[name] !== undefined);
    // Sessions of a deleted provider may live on.
    const several = further().length > 0 || sessions.some(({ provider }) => provider !== first);
    const all: [title: string, isShown: boolean, cell: (session: SessionAnswer) => Node | string][] = [
      [_("User"), true, ({ who, unverified, own }) => person(own ? `${who} (${_("you")})` : who, unverified)],
      [_("Provider"), several, ({ provider }) => provider],
      [_("Role"), true, ({ role }) => role],
      [_("Since"), true, ({ since }) => timeText(since)],
      [_("From"), true, ({ from }) => from],
      [_("Ends if idle"), true, ({ until }) => timeText(until)],
      [_("Ends at the latest"), has("latest"), ({ latest }) => timeText(latest)],
      [_("Last proved"), has("proved_at"), (session) => timeText(session.proved_at)],
      [_("Actions"), mayWrite, (session) => endButton(session)],
    ];
    const columns = all.filter(([, isShown]) => isShown);
    const rows = sessions.map((session) => columns.map(([, , cell]) => cell(session)));
    const titles = columns.map(([title]) => title);
    const none = E("p", {}, [E("em", {}, [_("No one is logged in by single sign-on.")])]);
    dom.content(list, [sessions.length > 0 ? table("sessions", titles, rows) : none]);
  };
  const endButton = (session: SessionAnswer): Node => {
    const title = _("End session");
    return button("end-session", title, () => end(session), { label: `${title}: ${session.who}` });
  };
  const show = (now: PeopleAnswer): void => {
    draw(byPerson(visibleTexts(now.sessions)));
    dom.content(others, passwordSessions(now));
  };
  const load = (): Promise<void> =>
    attempt(list, async () => show(await callSessions()), _("The sessions could not be read:"));
  return { node: panel("sessions-panel", _("Sessions"), "", [list, others, message]), load, show };
}
