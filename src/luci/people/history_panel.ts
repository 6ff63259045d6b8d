/** The panel with the last logins, refusals and changes of the log, from which a refused user can be added to a role. */
import { first } from "../../sso_login/base/public_names";
import type { Entry } from "../../sso_login/entry_points/login_history";
import { callHistory } from "../saving/calls";
import { eventText } from "./event_text";
import { button, liveRegion, notice, panel, spinner, table, timeText } from "../kit/panels";
import { addFields } from "../roles/add_member";
import { membersOf } from "../roles/roles";
import type { SettingsModel } from "../saving/settings_model";
import { visibleTexts } from "../kit/visible";

/** The panel, and the function that reads the log for it. */
export function historyPanel(model: SettingsModel): { node: HTMLElement; load: () => Promise<void> } {
  const list = E("div", { class: "sso-login-later" }, [spinner(_("Reading the log"))]);
  const message = liveRegion("history-message");
  const changesOnly = E("input", { type: "checkbox", "data-name": "changes-only" }) as HTMLInputElement;
  const draw = (entries: Entry[]): void => {
    const rows = entries.map((entry): (Node | string)[] => {
      const { time, who, from, reference } = visibleTexts(entry);
      const below = E("div", {});
      const done = (text: string): void => {
        dom.content(below, []);
        dom.content(message, [notice("success", [text])]);
      };
      const open = (): void => {
        dom.content(below, addFields(membersOf(entry), entry.provider ?? first, model, done));
        below.querySelector("select")?.focus();
      };
      const label = `${_("Add to role")}: ${who}`;
      const what = E("div", {}, [
        eventText(visibleTexts(entry)),
        ...(membersOf(entry).length > 0 ? [E("div", {}, [button("add", _("Add to role"), label, open)]), below] : []),
      ]);
      return [timeText(time), who, from, reference, what];
    });
    const titles = [_("When"), _("User"), _("From"), _("Reference"), _("What happened")];
    const nothing = changesOnly.checked ? _("The log has no changes.") : _("The log has no logins.");
    const none = E("p", {}, [E("em", {}, [nothing])]);
    dom.content(list, [rows.length > 0 ? table("history", titles, rows) : none]);
  };
  // An answer counts while the box is as it was when the log was asked.
  const read = (asked: boolean): Promise<void> =>
    callHistory(asked).then(
      ({ entries }) => void (asked === changesOnly.checked && draw(entries)),
      () => dom.content(list, [notice("error", [_("The router's log could not be read.")])]),
    );
  changesOnly.addEventListener("change", () => void read(changesOnly.checked));
  const about = _("As far back as the router's log goes, the newest first. A refused user is told the reference.");
  const filter = E("label", { class: "sso-login-choice" }, [changesOnly, " ", _("Changes only")]);
  const node = panel("history-panel", _("Last logins"), about, [filter, list, message]);
  return { node, load: () => read(false) };
}
