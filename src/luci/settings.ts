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
import type { Providers } from "./providers";
import { providersTable, type ProvidersTable } from "./providers_table";
import { stageAll } from "./staging";
import { style } from "./style";
import { goneProblem } from "./validation";
import { first } from "../sso_login/base/names";
import { callGet } from "./calls";
import { merge, type Merged } from "./merge";
import { checkPanel } from "./check_panel";
import { historyPanel } from "./history_panel";
import { panelStyle } from "./panels";
import { freshLoginUrl, readPasswords } from "./passwords";
import { passwordsPanel } from "./passwords_panel";
import { readSessions } from "./people";
import { previewPanel } from "./preview_panel";
import { named, problemsPanel, type Problem, type Problems } from "./problems";
import { rolesTable, type RolesTable } from "./roles_table";
import { fill } from "../sso_login/base/texts";
import { sessionsPanel } from "./sessions_panel";
import { testPanel } from "./test_panel";
import { settingsForm, type SettingsForm } from "./settings_form";

/** The parts of the page that say what it shows. */
interface Page extends Work {
  form: SettingsForm;
  further: ProvidersTable;
  table: RolesTable;
  providers: Providers;
  /** What the page began with. */
  saved: SavedSettings;
  /** The roles by which its user is logged in. */
  ownRoles: string[];
  /** What is to be overwritten, once that has been said. */
  warned?: string;
}

/** What the page shows; undefined after a message, beside the button that was pressed, when some of it is wrong. */
function collectOrComplain(page: Page, messages: Problems): EditedSettings | undefined {
  const { form, further, table, shown } = page;
  const problems = [
    ...form.problems(),
    ...startProblem(page),
    ...further.problems().map(({ provider, text }) => ({ text, lead: () => further.lead(provider) })),
    ...table.problems().map(({ role, text }) => ({ text, lead: () => table.lead(role) })),
  ];
  messages.clear();
  if (problems.length > 0) {
    messages.show(_("Some fields are wrong:"), problems);
    return undefined;
  }
  return shown();
}

/** That the login page is to go to a provider that is gone. */
function startProblem({ form, providers }: Page): Problem[] {
  const option = "auto_redirect";
  const start = form.value(option);
  const gone = ["", "0", "1"].includes(start) ? undefined : goneProblem([start], providers);
  return gone === undefined ? [] : [{ text: named(titleOf(option), gone), lead: () => form.lead(option) }];
}

/** A line for each value that another user has saved differently meanwhile. */
function disputes(
  { form, further, table }: Page,
  now: SavedSettings,
  { options, providers, roles }: Merged,
): Problem[] {
  const fields = options.map((option) => ({
    text: named(titleOf(option), now.values[option] ?? ""),
    lead: () => form.lead(option),
  }));
  const ofRole = (role: string): Problem => ({ text: fill(_("Role %{role}"), { role }), lead: () => table.lead(role) });
  const ofProvider = (provider: string): Problem => ({
    text: fill(_("Provider %{provider}"), { provider }),
    lead: () => further.lead(provider),
  });
  return [...fields, ...providers.map(ofProvider), ...roles.map(ofRole)];
}

/** The calls that save what the page shows beside what others have saved; undefined after a message why not yet. */
async function callsToSave(page: Page, edited: EditedSettings, messages: Problems): Promise<UciCall[] | undefined> {
  const now = readSettings(await callGet());
  const merged = merge(page.saved, now, edited);
  const lines = disputes(page, now, merged);
  const seen = JSON.stringify([now.values, now.providers, now.roles]);
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
    const names = (restored?.edited ?? saved).providers.map(({ name }) => name);
    const shown = (): EditedSettings => ({
      ...form.shown(),
      providers: further.providers(),
      roles: table.roles(),
    });
    // Each of the two lists asks the other, once both are there.
    let roles: RolesTable | undefined = undefined;
    const providers: Providers = {
      further: () => further.providers().map(({ name }) => name),
      issuerOf: (name) =>
        (name === first ? form.value("issuer_url") : undefined) ??
        further.providers().find((provider) => provider.name === name)?.values["issuer_url"] ??
        "",
    };
    const further: ProvidersTable = providersTable({
      ...{ saved, mayWrite, restored: restored?.edited.providers, shown },
      failed: (failure, all) => isLoggedOut(failure, { saved, shown: all }),
      roleNames: () => roles?.roles().map(({ name }) => name) ?? [],
      changed: (from, to) => {
        form.follow(from, to);
        roles?.follow(from, to);
      },
    });
    const form = settingsForm({
      ...{ id: "settings", saved, mayWrite, failed, instead: restored?.edited, jwks: saved.jwks },
      title: _("Single Sign-On"),
      about: _("Logging in to this router through an OpenID Connect provider."),
      subject: { name: () => first, further: () => providers.further() },
    });
    const table = rolesTable(saved, mayWrite, providers, restored?.edited.roles);
    roles = table;
    const own = readSessions(answer).filter((session) => session.own);
    const ownRoles = own.flatMap(({ role }) => role.split(","));
    const page: Page = { form, further, table, providers, shown, saved, ownRoles };
    const messages = problemsPanel();
    const collect = (): EditedSettings | undefined => collectOrComplain(page, messages);
    const lead = (option: string, provider = first): void =>
      provider === first ? form.lead(option) : further.lead(provider, option);
    const parts: Node[] = [
      E("style", {}, [style + panelStyle]),
      ...restoredNote(restored),
      await form.render(),
      ...(mayWrite || names.length > 0 ? [further.node] : []),
    ];
    if (mayWrite) {
      parts.push(
        checkPanel({
          collect: (beside) => collectOrComplain(page, beside),
          failed,
          leadToRole: table.lead,
          leadToField: lead,
          setField: (option, value, provider = first) =>
            provider === first ? form.set(option, value) : further.lead(provider, option, value),
        }),
        testPanel({ collect, saved, leadToField: lead }),
      );
      this.handleSaveApply = (_event, mode) => save(page, mode === "0", messages);
      this.handleReset = () => {
        letLeave();
        window.location.reload();
      };
      pressSaveByKey();
      askBeforeLeaving(page, restored !== undefined);
    }
    const sessions = sessionsPanel(answer, mayWrite, names);
    const passwords = readPasswords(answer);
    const freshLogin = (path: string): string => freshLoginUrl(saved, path, own[0]?.provider);
    const passwordsTask = { mayWrite, freshLogin, showSessions: sessions.show, failed };
    const people = [
      ...(mayWrite ? [previewPanel(collect, names)] : []),
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
