/** Who is logged in by single sign-on, since and until when, and the end of a session. */
import { first } from "../sso_login/base/names";
import { fill } from "../sso_login/base/texts";
import { asObject, refuseError } from "./answers";
import { callEndSession, callGet } from "./calls";
import { button, messageOf, notice, panel, place, table, timeOf } from "./panels";
import { openedBy, readPasswords } from "./passwords";
import { readSessions, type Session } from "./people";

/** The sessions that passwords opened, which are told apart from the others. */
function passwordSessions(answer: unknown): Node[] {
  const sessions = readPasswords(answer)?.sessions ?? [];
  if (sessions.length === 0) {
    return [];
  }
  const titles = [_("User"), _("Opened by"), _("Ends if nothing is done")];
  const rows = sessions.map((session) => [session.who, openedBy(session), timeOf(session.until)]);
  return [E("h4", {}, [_("Opened by a password")]), table("password-sessions", titles, rows)];
}

/** The panel, and what shows the sessions of another answer. */
export interface SessionsPanel {
  node: Node;
  show: (answer: unknown) => void;
}

/** The panel over the sessions of an answer; they are ended by who may write. `further` are the providers beside the first. */
export function sessionsPanel(answer: unknown, mayWrite: boolean, further: string[]): SessionsPanel {
  const list = E("div", {});
  const others = E("div", {});
  const message = place("sessions-message");

  const end = async ({ id, own }: Session): Promise<void> => {
    try {
      refuseError(asObject(await callEndSession(id)));
      if (own) {
        // LuCI's login page is there now.
        window.location.reload();
        return;
      }
      show(await callGet());
      dom.content(message, [notice("success", [_("The session has ended.")])]);
    } catch (problem) {
      dom.content(message, [notice("error", [_("The session could not be ended:"), " ", messageOf(problem)])]);
    }
  };
  /** One's own session ends after a question, as this page goes with it. */
  const ask = (session: Session): Promise<void> | undefined => {
    if (!session.own) {
      return end(session);
    }
    const keep = (): void => dom.content(message, []);
    const sure = button("end-own", _("End my session"), _("End my session"), () => end(session));
    dom.content(message, [
      notice("info", [_("This is your own session: you will be logged out, and what is not saved is lost.")]),
      E("p", {}, [sure, " ", button("keep", _("Keep it"), _("Keep it"), keep)]),
    ]);
    sure.focus();
    return undefined;
  };
  const draw = (sessions: Session[]): void => {
    const limited = sessions.some(({ latest }) => latest !== undefined);
    // That of a provider that is gone as well.
    const several = further.length > 0 || sessions.some(({ provider }) => provider !== first);
    const titles = [
      ...[_("User"), ...(several ? [_("Provider")] : [])],
      ...[_("Role"), _("Since"), _("From"), _("Ends if nothing is done")],
    ];
    const rows = sessions.map((session) => {
      const { who, provider, role, since, from, own, until, latest } = session;
      const name = own ? E("span", {}, [`${who} `, E("strong", {}, [`(${_("you")})`])]) : who;
      const label = fill(_("End session of %{who}"), { who });
      return [
        ...[name, ...(several ? [provider] : []), role, timeOf(since), from, timeOf(until)],
        ...(limited ? [timeOf(latest)] : []),
        ...(mayWrite ? [button("end-session", _("End session"), label, () => ask(session))] : []),
      ];
    });
    const all = [...titles, ...(limited ? [_("Ends at the latest")] : []), ...(mayWrite ? [_("Actions")] : [])];
    const none = E("p", {}, [E("em", {}, [_("No one is logged in by single sign-on.")])]);
    dom.content(list, [sessions.length > 0 ? table("sessions", all, rows) : none]);
  };
  const show = (now: unknown): void => {
    draw(readSessions(now));
    dom.content(others, passwordSessions(now));
  };
  show(answer);
  return { node: panel("sessions-panel", _("Sessions"), "", [list, others, message]), show };
}
