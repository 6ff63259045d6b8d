"require view";
"require dom";
"require form";
"require rpc";
"require ui";

import { readSessions, readSettings } from "./answers";
import { uciCalls, type EditedSettings, type UciCall } from "./changes";
import { checkPanel } from "./check_panel";
import { sessionsPanel } from "./sessions_panel";
import { settingsForm, type SettingsForm } from "./settings_form";

const config = "sso-login";

const callGet = rpc.declare({ object: "sso-login", method: "get", reject: true });

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
.sso-login-page .cbi-section-remove { border-top: 1px solid #8886; padding-top: .5em; }
.sso-login-buttons { margin-top: .25em; }
.sso-login-page { overflow-wrap: anywhere; }
.sso-login-here, .sso-login-page code { white-space: normal; }
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

/** The last message; the next attempt takes its place. */
let notice: ChildNode | undefined;

function notify(content: Node, kind: string): void {
  notice?.remove();
  notice = ui.addNotification(null, content, kind);
}

function complain(title: string, lines: string[]): void {
  const list = lines.map((line) => E("li", {}, [line]));
  notify(E("div", {}, [E("p", {}, [title]), E("ul", {}, list)]), "error");
}

/** What the page shows; undefined after a message when some of it is wrong. */
function collectOrComplain(form: SettingsForm): EditedSettings | undefined {
  const { edited, problems } = form.collect();
  notice?.remove();
  if (problems.length > 0) {
    complain(_("Some fields are wrong:"), problems);
    return undefined;
  }
  return edited;
}

async function save(form: SettingsForm, saved: unknown, checked: boolean): Promise<void> {
  const edited = collectOrComplain(form);
  if (edited === undefined) {
    return;
  }
  const calls = uciCalls(readSettings(saved), edited);
  if (calls.length === 0) {
    notify(E("p", {}, [_("There is nothing to save.")]), "info");
    return;
  }
  try {
    await stageAll(calls);
  } catch (problem) {
    complain(_("The settings could not be saved:"), [problem instanceof Error ? problem.message : String(problem)]);
    return;
  }
  ui.changes.apply(checked);
}

/** LuCI's page object; `handle…` are its buttons, and null means that there is none. */
interface Page {
  handleSave: null;
  handleSaveApply: ((event: Event, mode: string) => Promise<void>) | null;
  handleReset: (() => void) | null;
}

export default view.extend({
  load: () => callGet(),

  async render(this: Page, answer: unknown): Promise<Node> {
    const mayWrite = L.hasViewPermission() === true;
    const form = settingsForm(readSettings(answer), mayWrite);
    const parts: Node[] = [E("style", {}, [style]), await form.map.render()];
    if (mayWrite) {
      parts.push(checkPanel(() => collectOrComplain(form)));
      this.handleSaveApply = (_event, mode) => save(form, answer, mode === "0");
      this.handleReset = () => window.location.reload();
    }
    parts.push(sessionsPanel(readSessions(answer)));
    return E("div", { class: "sso-login-page" }, parts);
  },

  // Staged changes could not be shown without the right to read the package: they are saved and applied, or neither.
  handleSave: null,
  handleSaveApply: null,
  handleReset: null,
});
