"require view";
"require dom";
"require form";
"require rpc";
"require ui";

import { readSessions, readSettings } from "./answers";
import { uciCalls, type EditedSettings, type SavedSettings, type UciCall } from "./changes";
import { callGet } from "./calls";
import { merge, type Merged } from "./merge";
import { checkPanel } from "./check_panel";
import { leadToField, problemsPanel, type Problem, type Problems } from "./problems";
import { rolesTable, type RolesTable } from "./roles_table";
import { fill } from "../sso_login/base/texts";
import { sessionsPanel } from "./sessions_panel";
import { settingsForm, titleOf, type SettingsForm } from "./settings_form";

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

/** Stages all calls or none: what an earlier attempt left in the session, which nobody sees, goes first. */
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
interface Page {
  form: SettingsForm;
  table: RolesTable;
  messages: Problems;
  /** What the page began with. */
  saved: SavedSettings;
  /** What is to be overwritten, once that has been said. */
  warned?: string;
}

/** What the page shows; undefined after a message when some of it is wrong. */
function collectOrComplain({ form, table, messages }: Page): EditedSettings | undefined {
  const { edited, problems } = form.collect();
  const wrongRoles = table.problems().map(({ role, text }) => ({ text, lead: () => table.lead(role) }));
  messages.clear();
  if (problems.length + wrongRoles.length > 0) {
    messages.show(_("Some fields are wrong:"), [...problems, ...wrongRoles]);
    return undefined;
  }
  return { ...edited, roles: table.roles() };
}

/** Where somebody else has saved something else meanwhile, a line each. */
function disputes({ table }: Page, now: SavedSettings, { options, roles }: Merged): Problem[] {
  const fields = options.map((option) => ({
    text: `${titleOf(option)}: ${now.values[option] ?? ""}`,
    lead: () => leadToField(option),
  }));
  const named = (role: string): Problem => ({ text: fill(_("Role %{role}"), { role }), lead: () => table.lead(role) });
  return [...fields, ...roles.map(named)];
}

/** The calls that save what the page shows beside what others have saved; undefined after a message why not yet. */
async function callsToSave(page: Page, edited: EditedSettings): Promise<UciCall[] | undefined> {
  const now = readSettings(await callGet());
  const merged = merge(page.saved, now, edited);
  const lines = disputes(page, now, merged);
  const seen = JSON.stringify([now.values, now.roles]);
  if (lines.length > 0 && page.warned !== seen) {
    page.warned = seen;
    const title = _("Somebody else has saved this meanwhile. Nothing of yours is lost, and nothing is saved yet.");
    page.messages.show(`${title} ${_("Save once more to put yours in its place:")}`, lines);
    return undefined;
  }
  const calls = uciCalls(now, merged.edited);
  if (calls.length === 0) {
    page.messages.show(_("There is nothing to save."), [], "info");
  }
  return calls;
}

async function save(page: Page, checked: boolean): Promise<void> {
  const edited = collectOrComplain(page);
  if (edited === undefined) {
    return;
  }
  try {
    const calls = await callsToSave(page, edited);
    if (calls === undefined || calls.length === 0) {
      return;
    }
    await stageAll(calls);
  } catch (problem) {
    const text = problem instanceof Error ? problem.message : String(problem);
    page.messages.show(_("The settings could not be saved:"), [{ text }]);
    return;
  }
  ui.changes.apply(checked);
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
    const form = settingsForm(saved, mayWrite);
    const table = rolesTable(saved, mayWrite, () => form.value("issuer_url"));
    const page: Page = { form, table, messages: problemsPanel(), saved };
    const parts: Node[] = [E("style", {}, [style]), await form.render()];
    if (mayWrite) {
      parts.push(checkPanel(() => collectOrComplain(page), table.lead));
      this.handleSaveApply = (_event, mode) => save(page, mode === "0");
      this.handleReset = () => window.location.reload();
    }
    const sessions = sessionsPanel(readSessions(answer));
    const about = _(
      "Its documents are in the folder docs of its sources; on the router, sso-login --help lists the commands.",
    );
    const version = E("p", { class: "cbi-section-descr", "data-name": "version" }, [
      `sso-login ${saved.version}. ${about}`,
    ]);
    return E("div", { class: "sso-login-page" }, [...parts, table.node, sessions, page.messages.node, version]);
  },

  // Staged changes could not be shown without the right to read the package: they are saved and applied, or neither.
  handleSave: null,
  handleSaveApply: null,
  handleReset: null,
});
