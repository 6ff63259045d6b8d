"require view";
"require dom";
"require form";
"require rpc";
"require ui";

import { readSettings } from "./answers";
import { pressSaveByKey } from "./buttons";
import { ask } from "./dialog";
import { restoreDraft, type Restored } from "./draft";
import { failureText } from "./failure";
import { nameFields } from "./field_names";
import { titleOf } from "./fields";
import { askBeforeLeaving, isLoggedOut, letLeave, tabShelf, type Work } from "./leaving";
import { ownLosses } from "./own_role";
import { uciCalls, type EditedSettings, type SavedSettings, type UciCall } from "./changes";
import { callGet } from "./calls";
import { merge, type Merged } from "./merge";
import { checkPanel } from "./check_panel";
import { historyPanel } from "./history_panel";
import { panelStyle } from "./panels";
import { readPasswords } from "./passwords";
import { passwordsPanel } from "./passwords_panel";
import { readSessions } from "./people";
import { previewPanel } from "./preview_panel";
import { leadToField, named, problemsPanel, type Problem, type Problems } from "./problems";
import { rolesTable, type RolesTable } from "./roles_table";
import { fill } from "../sso_login/base/texts";
import { sessionsPanel } from "./sessions_panel";
import { testPanel } from "./test_panel";
import { settingsForm, type SettingsForm } from "./settings_form";

const config = "sso-login";

/**
 * The page may write the package and not read it, as it holds the secret: LuCI's own class `uci`, which loads what it
 * writes, cannot be used.
 */
const uci = {
  add: rpc.declare({ object: "uci", method: "add", params: ["config", "type", "name", "values"], reject: true }),
  set: rpc.declare({ object: "uci", method: "set", params: ["config", "section", "values"], reject: true }),
  delete: rpc.declare({ object: "uci", method: "delete", params: ["config", "section", "options"], reject: true }),
  rename: rpc.declare({ object: "uci", method: "rename", params: ["config", "section", "name"], reject: true }),
  revert: rpc.declare({ object: "uci", method: "revert", params: ["config"], reject: true }),
};

/** Addresses are long: fields give them room, and what is shown of them wraps on a phone. */
const style = `
.sso-login-page .cbi-value-field .cbi-input-text, .sso-login-page .cbi-value-field .cbi-input-password {
  box-sizing: border-box; width: 100%; max-width: 32em;
}
.sso-login-page [data-name="client_secret"] .control-group { display: flex; max-width: 32em; }
.sso-login-page [data-tab-active="false"] { display: none; }
.sso-login-page :is(.cbi-map-descr, .cbi-section-descr, .cbi-value-description, .cbi-value-description *) { color: inherit; }
.sso-login-page .cbi-input-invalid { color: inherit !important; }
.sso-login-buttons { margin-top: .25em; }
.sso-login-page { overflow-wrap: anywhere; }
.sso-login-here, .sso-login-page code { white-space: normal; }
.sso-login-groups { max-height: 18em; overflow: auto; margin: .5em 0; border: 1px solid #8886; padding: .25em; }
.sso-login-groups label { display: flex; gap: .5em; align-items: center; text-align: left; width: auto; float: none; }
.sso-login-groups select { width: auto; min-width: 7em; flex: none; }
.sso-login-groups .hidden { display: none; }
.sso-login-pattern input { width: 14em; }
.sso-login-dialog { text-align: left; }
.sso-login-dialog textarea { width: 100%; box-sizing: border-box; font-family: monospace; }
@media (min-width: 600px) { .sso-login-page .cbi-section-table .td { min-width: 8em; } }
.sso-login-page .cbi-section-table .td { vertical-align: top; }
.sso-login-page .cbi-section-create { display: flex; flex-wrap: wrap; gap: .25em; }
.sso-login-findings { list-style: none; margin: 0; padding: 0; }
.sso-login-page .alert-message, .sso-login-dialog .alert-message {
  background: none; color: inherit; text-shadow: none; border: 1px solid #8886; border-left: .5em solid #58a; box-shadow: none;
}
.sso-login-page .alert-message ul { margin: 0 0 0 1.5em; }
.sso-login-page .alert-message.success { border-left-color: #5a5; }
.sso-login-page .alert-message:is(.notice, .warning) { border-left-color: #da3; }
.sso-login-page .alert-message.error, .sso-login-dialog .alert-message.error { border-left-color: #c33; }
.sso-login-page .alert-message a, .sso-login-finding a { color: inherit; text-decoration: underline; }
.sso-login-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.sso-login-gone > .td:not(:last-child) { text-decoration: line-through; }
.sso-login-finding { color: inherit; margin: .5em 0; padding-left: .5em; border-left: .25em solid #5a5; }
.sso-login-warning { border-color: #da3; }
.sso-login-error { border-color: #c33; }
`;

function stage(call: UciCall): Promise<unknown> {
  switch (call.method) {
    case "add":
      return uci.add(config, call.type, call.name, call.values);
    case "set":
      return uci.set(config, call.section, call.values);
    case "delete":
      return uci.delete(config, call.section, call.options);
    case "rename":
      return uci.rename(config, call.section, call.name);
  }
}

/** Stages all calls or none: what an earlier attempt left in the session, which no page shows, is reverted first. */
async function stageAll(calls: UciCall[]): Promise<void> {
  await uci.revert(config);
  try {
    for (const call of calls) {
      await stage(call);
    }
  } catch (problem) {
    await uci.revert(config);
    throw problem;
  }
}

/** The parts of the page that say what it shows. */
interface Page extends Work {
  form: SettingsForm;
  table: RolesTable;
  /** What the page began with. */
  saved: SavedSettings;
  /** The roles by which its user is logged in. */
  ownRoles: string[];
  /** What is to be overwritten, once that has been said. */
  warned?: string;
}

/** What the page shows; undefined after a message, beside the button that was pressed, when some of it is wrong. */
function collectOrComplain({ form, table, shown }: Page, messages: Problems): EditedSettings | undefined {
  const problems = form.problems();
  const wrongRoles = table.problems().map(({ role, text }) => ({ text, lead: () => table.lead(role) }));
  messages.clear();
  if (problems.length + wrongRoles.length > 0) {
    messages.show(_("Some fields are wrong:"), [...problems, ...wrongRoles]);
    return undefined;
  }
  return shown();
}

/** A line for each value that another user has saved differently meanwhile. */
function disputes({ table }: Page, now: SavedSettings, { options, roles }: Merged): Problem[] {
  const fields = options.map((option) => ({
    text: named(titleOf(option), now.values[option] ?? ""),
    lead: () => leadToField(option),
  }));
  const ofRole = (role: string): Problem => ({ text: fill(_("Role %{role}"), { role }), lead: () => table.lead(role) });
  return [...fields, ...roles.map(ofRole)];
}

/** The calls that save what the page shows beside what others have saved; undefined after a message why not yet. */
async function callsToSave(page: Page, edited: EditedSettings, messages: Problems): Promise<UciCall[] | undefined> {
  const now = readSettings(await callGet());
  const merged = merge(page.saved, now, edited);
  const lines = disputes(page, now, merged);
  const seen = JSON.stringify([now.values, now.roles]);
  if (lines.length > 0 && page.warned !== seen) {
    page.warned = seen;
    const title = _("Somebody else has saved this meanwhile. Nothing of yours is lost, and nothing is saved yet.");
    messages.show(`${title} ${_("Save once more to put yours in its place:")}`, lines);
    return undefined;
  }
  const calls = uciCalls(now, merged.edited);
  if (calls.length === 0) {
    messages.show(_("There is nothing to save."), [], "info");
    return undefined;
  }
  const losses = ownLosses(now, merged.edited.roles, page.ownRoles);
  const isWanted = losses.length === 0 || (await ask(_("This changes your own rights"), losses, _("Save")));
  return isWanted ? calls : undefined;
}

async function save(page: Page, checked: boolean, messages: Problems): Promise<void> {
  // LuCI has taken the focus from its button, and gives it to nothing.
  messages.node.focus();
  const edited = collectOrComplain(page, messages);
  if (edited === undefined) {
    return;
  }
  try {
    const calls = await callsToSave(page, edited, messages);
    if (calls === undefined) {
      return;
    }
    await stageAll(calls);
  } catch (problem) {
    if (!isLoggedOut(problem, page)) {
      messages.show(_("The settings could not be saved:"), [{ text: failureText(problem) }]);
    }
    return;
  }
  letLeave();
  ui.changes.apply(checked);
}

/** What was typed before a login is here again. */
function restoredNote(restored: Restored | undefined): Node[] {
  if (restored === undefined) {
    return [];
  }
  const secret = restored.hadSecret ? _("The client secret was not kept: type it once more.") : "";
  const words = `${_("What you had typed before the login is here again. It is not saved yet.")} ${secret}`.trim();
  return [E("p", { class: "alert-message notice", role: "status", "data-name": "restored" }, [words])];
}

/** LuCI's page object; `handle…` are its buttons, and null means that there is none. */
interface View {
  handleSave: null;
  handleSaveApply: ((event: Event, mode: string) => Promise<void>) | null;
  handleReset: (() => void) | null;
}

export default view.extend({
  load: () => callGet(),

  async render(this: View, answer: unknown): Promise<Node> {
    const mayWrite = L.hasViewPermission() === true;
    const saved = readSettings(answer);
    const restored = mayWrite ? restoreDraft(tabShelf, saved) : undefined;
    const failed = (failure: unknown): boolean => isLoggedOut(failure, page);
    const form = settingsForm({ saved, mayWrite, instead: restored?.edited, failed });
    const table = rolesTable(saved, mayWrite, () => form.value("issuer_url"), restored?.edited.roles);
    const own = readSessions(answer).filter((session) => session.own);
    const ownRoles = own.flatMap(({ role }) => role.split(","));
    const shown = (): EditedSettings => ({ ...form.shown(), roles: table.roles() });
    const page: Page = { form, table, shown, saved, ownRoles };
    const messages = problemsPanel();
    const collect = (): EditedSettings | undefined => collectOrComplain(page, messages);
    const parts: Node[] = [E("style", {}, [style + panelStyle]), ...restoredNote(restored), await form.render()];
    if (mayWrite) {
      parts.push(
        checkPanel({
          collect: (beside) => collectOrComplain(page, beside),
          failed,
          leadToRole: table.lead,
          setField: (option, value) => form.set(option, value),
        }),
        testPanel(collect, saved),
      );
      this.handleSaveApply = (_event, mode) => save(page, mode === "0", messages);
      this.handleReset = () => {
        letLeave();
        window.location.reload();
      };
      pressSaveByKey();
      askBeforeLeaving(page, restored !== undefined);
    }
    const sessions = sessionsPanel(answer, mayWrite);
    const passwords = readPasswords(answer);
    const redirectUri = saved.values["redirect_uri"] ?? "";
    const passwordsTask = { mayWrite, redirectUri, showSessions: sessions.show, failed };
    const people = [
      ...(mayWrite ? [previewPanel(collect)] : []),
      ...(passwords === undefined ? [] : [passwordsPanel({ ...passwordsTask, passwords })]),
      sessions.node,
      ...(mayWrite ? [historyPanel(table, saved.logins)] : []),
    ];
    const about = _(
      "Its documents are in the folder docs of its sources; on the router, sso-login --help lists the commands.",
    );
    const version = E("p", { class: "cbi-section-descr", "data-name": "version" }, [
      `sso-login ${saved.version}. ${about}`,
    ]);
    const node = E("div", { class: "sso-login-page" }, [...parts, table.node, ...people, version, messages.node]);
    nameFields(node);
    return node;
  },

  // Staged changes could not be shown without the right to read the package: they are saved and applied, or neither.
  handleSave: null,
  handleSaveApply: null,
  handleReset: null,
});
