/** The panel with the live sessions, which it can end. */
import { first } from "../../sso_login/base/public_names";
import type { PeopleAnswer, SessionAnswer } from "../../sso_login/entry_points/ubus_answers";
import { callEndSession, callPeople } from "../saving/calls";
import { attempt, button, liveRegion, notice, panel, spinner, table, timeText } from "../kit/panels";
import { byPerson } from "./session_order";
import { visibleTexts } from "../kit/visible";

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

export interface SessionsPanel {
  node: Node;
  load: () => Promise<void>;
  show: (answer: PeopleAnswer) => void;
}

/** The panel of the sessions, which a user who may write can end. `further` gives the providers beside the first. */
export function sessionsPanel(mayWrite: boolean, further: () => string[]): SessionsPanel {
  const list = E("div", { class: "sso-login-later" }, [spinner(_("Loading the sessions"))]);
  const others = E("div", {});
  const message = liveRegion("sessions-message");

  const end = ({ id, own }: SessionAnswer): Promise<void> => {
    const work = async (): Promise<void> => {
      await callEndSession(id);
      if (own) {
        // LuCI's login page is there now.
        window.location.reload();
        return;
      }
      show(await callPeople());
      dom.content(message, [notice("success", [_("The session has ended.")])]);
    };
    return attempt(message, work, _("The session could not be ended:"));
  };
  /** The user's own session ends after a question, as this page goes with it. */
  const ask = (session: SessionAnswer): Promise<void> | undefined => {
    if (!session.own) {
      return end(session);
    }
    const sure = button("end-own", _("End my session"), () => end(session));
    dom.content(message, [
      notice("info", [_("This is your own session: you will be logged out, and what is not saved is lost.")]),
      E("p", {}, [sure, " ", button("keep", _("Keep it"), () => dom.content(message, []))]),
    ]);
    sure.focus();
    return undefined;
  };
  const draw = (sessions: SessionAnswer[]): void => {
    const limited = sessions.some(({ latest }) => latest !== undefined);
    const unproved = sessions.some(({ unproved_since }) => unproved_since !== undefined);
    // Sessions of a deleted provider may live on.
    const several = further().length > 0 || sessions.some(({ provider }) => provider !== first);
    const titles = [
      ...[_("User"), ...(several ? [_("Provider")] : [])],
      ...[_("Role"), _("Since"), _("From"), _("Ends if idle")],
    ];
    const rows = sessions.map((session) => {
      const { who, provider, role, since, from, own, until, latest, unproved_since } = session;
      const name = own ? E("span", {}, [`${who} `, E("strong", {}, [`(${_("you")})`])]) : who;
      const label = `${_("End session")}: ${who}`;
      return [
        ...[name, ...(several ? [provider] : []), role, timeText(since), from, timeText(until)],
        ...(limited ? [timeText(latest)] : []),
        ...(unproved ? [timeText(unproved_since)] : []),
        ...(mayWrite ? [button("end-session", _("End session"), () => ask(session), { label })] : []),
      ];
    });
    const more = [...(limited ? [_("Ends at the latest")] : []), ...(unproved ? [_("Not proved since")] : [])];
    const all = [...titles, ...more, ...(mayWrite ? [_("Actions")] : [])];
    const none = E("p", {}, [E("em", {}, [_("No one is logged in by single sign-on.")])]);
    dom.content(list, [sessions.length > 0 ? table("sessions", all, rows) : none]);
  };
  const show = (now: PeopleAnswer): void => {
    draw(byPerson(visibleTexts(now.sessions)));
    dom.content(others, passwordSessions(now));
  };
  const read = async (): Promise<void> => show(await callPeople());
  const load = (): Promise<void> => attempt(list, read, _("The sessions could not be read:"));
  return { node: panel("sessions-panel", _("Sessions"), "", [list, others, message]), load, show };
}
