/** The panel with the last logins, refusals and changes of the log, from which a refused user can be added to a role. */
import { first } from "../../sso_login/base/public_names";
import type { Entry } from "../../sso_login/answers/login_history";
import { callHistory } from "../saving/calls";
import { eventText } from "./event_text";
import { attempt, button, liveRegion, notice, panel, person, spinner, table, timeText } from "../kit/panels";
import { addFields } from "../roles/add_member";
import { membersOf } from "../roles/roles";
import type { SettingsModel } from "../saving/settings_model";
import { visibleTexts } from "../kit/visible";

const pageSize = 20;

/** The panel, and the function that reads the log for it. */
export function historyPanel(model: SettingsModel): { node: HTMLElement; load: () => Promise<void> } {
  const list = E("div", { class: "sso-login-later" }, [spinner(_("Reading the log"))]);
  const message = liveRegion("history-message");
  const changesOnly = E("input", { type: "checkbox", "data-name": "changes-only" }) as HTMLInputElement;
  const draw = (entries: Entry[], from = 0): void => {
    const rows = entries.slice(from, from + pageSize).map((entry): (Node | string)[] => {
      const { time, who, unverified, from: address, reference } = visibleTexts(entry);
      const { text, facts } = eventText(visibleTexts(entry));
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
        text,
        ...(facts === "" ? [] : [" ", E("small", {}, [facts])]),
        ...(membersOf(entry).length > 0
          ? [E("div", {}, [button("add", _("Add to role"), open, { label })]), below]
          : []),
      ]);
      return [timeText(time), person(who, unverified), address, reference, what];
    });
    const titles = [_("When"), _("User"), _("From"), _("Reference"), _("What happened")];
    const nothing = changesOnly.checked ? _("The log has no changes.") : _("The log has no logins.");
    const none = E("p", {}, [E("em", {}, [nothing])]);
    const turn = (name: string, title: string, to: number): Node[] =>
      to < 0 || to >= entries.length ? [] : [button(name, title, () => draw(entries, to))];
    dom.content(list, [
      rows.length > 0 ? table("history", titles, rows) : none,
      E("p", { class: "sso-login-buttons" }, [
        ...turn("newer", _("Newer"), from - pageSize),
        ...turn("older", _("Older"), from + pageSize),
      ]),
    ]);
  };
  const read = async (): Promise<void> => {
    const asked = changesOnly.checked;
    const { entries } = await callHistory(asked);
    // An answer counts while the box is as it was when the log was asked.
    if (asked === changesOnly.checked) {
      draw(entries);
    }
  };
  const load = (): Promise<void> => attempt(list, read, _("The router's log could not be read."));
  changesOnly.addEventListener("change", () => void load());
  const about = _("As far back as the router's log goes, the newest first. A refused user is told the reference.");
  const filter = E("label", { class: "sso-login-choice" }, [changesOnly, " ", _("Changes only")]);
  const node = panel("history-panel", _("Last logins and changes"), about, [filter, list, message]);
  return { node, load };
}
