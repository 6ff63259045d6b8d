"require view";
"require dom";
"require form";
"require rpc";
"require ui";

import { first } from "../../sso_login/base/public_names";
import type { SavedAnswer } from "../../sso_login/entry_points/ubus_answers";
import { addFields } from "../roles/add_member";
import { pressSaveByKey } from "../kit/buttons";
import { callSaved } from "../saving/calls";
import type { EditedRole, EditedSettings, Values } from "../saving/changes";
import { checkPanel } from "../check/check_panel";
import { closeDialog, openDialog } from "../kit/dialog";
import { restoreDraft, type RestoredDraft } from "../saving/draft";
import { nameFields } from "../kit/field_names";
import { historyPanel } from "../people/history_panel";
import { askBeforeLeaving, isLoggedOut, letLeave, reopen } from "./leaving";
import { button, panelStyle } from "../kit/panels";
import { freshLoginUrl } from "../people/passwords";
import { passwordsPanel } from "../people/passwords_panel";
import { previewPanel } from "../roles/preview_panel";
import { problemList, type ProblemList } from "../kit/problems";
import type { Providers } from "../saving/providers";
import { providersTable, type ProvidersTable } from "./providers_table";
import { rolesTable, type RolesTable } from "../roles/roles_table";
import { collect, save, type Page } from "./saving";
import { sessionsPanel } from "../people/sessions_panel";
import { settingsForm } from "../provider/settings_form";
import { takeKept, type SettingsRequest } from "../check/settings_request";
import { tabShelf } from "../kit/tab_shelf";
import { stateLine } from "./state_line";
import { style } from "../kit/style";
import { takeRequests } from "../check/tab_channel";
import { reveal, type Panel } from "../kit/tabs";
import { testPage } from "../check/test_outcome";
import { testPanel } from "../check/test_start";

/** The parts of the page that hold settings: the saved ones, or those of a draft. */
function createPage(saved: SavedAnswer, mayWrite: boolean, draft: EditedSettings | undefined): Page {
  // The parts ask each other. The list of providers is drawn when there is no table of roles yet.
  let roles = (): EditedRole[] => [];
  const shown = (): EditedSettings => ({ ...form.shown(), providers: further.providers(), roles: roles() });
  const further: ProvidersTable = providersTable({
    ...{ saved, mayWrite, restored: draft?.providers, shown },
    failed: (failure, all) => isLoggedOut(failure, { saved, shown: all }),
    roleNames: () => roles().map(({ name }) => name),
    changed: (from, to) => {
      form.follow(from, to);
      table.follow(from, to);
    },
  });
  const providers: Providers = {
    further: () => further.providers().map(({ name }) => name),
    issuerOf: (wanted) =>
      wanted === first
        ? form.value("issuer_url")
        : (further.providers().find(({ name }) => name === wanted)?.values["issuer_url"] ?? ""),
  };
  const form = settingsForm({
    ...{ id: "settings", saved, mayWrite, instead: draft, jwks: saved.jwks },
    title: _("Single Sign-On"),
    about: _("Logging in to this router through an OpenID Connect provider."),
    provider: { name: () => first, further: providers.further },
    failed: (failure) => isLoggedOut(failure, { saved, shown }),
  });
  const table: RolesTable = rolesTable({
    ...{ saved, mayWrite, providers, restored: draft?.roles },
    failed: (failure) => isLoggedOut(failure, { saved, shown }),
  });
  roles = table.roles;
  return { form, further, table, providers, shown, saved };
}

/** A note that the page shows a draft. */
function draftNote(restored: RestoredDraft | undefined): Node[] {
  if (restored === undefined) {
    return [];
  }
  const secret = restored.hadSecret ? _("The client secret was not kept: type it once more.") : "";
  const words = `${_("What you had typed is here again. It is not saved yet.")} ${secret}`.trim();
  return [E("p", { class: "alert-message notice", role: "status", "data-name": "restored" }, [words])];
}

/** The values of a provider as the page shows them. */
function shownOf({ form, further }: Page, provider: string): Values {
  const other = further.providers().find(({ name }) => name === provider);
  return other?.values ?? form.shown().values;
}

/** Does what the page of a test login asks for, in the form as it is drawn. */
function carryOut(request: SettingsRequest, page: Page, drawn: Element): void {
  const { form, further, table, saved } = page;
  const { provider } = request;
  if (request.kind === "check") {
    const check = drawn.querySelector<HTMLElement>('button[data-name="check"]');
    reveal(check);
    check?.click();
  } else if (request.kind === "roles") {
    table.lead("");
  } else if (request.kind === "role") {
    const done = (): void => {
      closeDialog();
      reveal(table.node);
    };
    const fields = addFields([request.member], provider, table, saved.logins, done);
    const dismiss = E("div", { class: "right button-row" }, [
      button("dismiss", _("Dismiss"), _("Dismiss"), closeDialog),
    ]);
    openDialog(
      _("Use in a role"),
      [E("div", { class: "sso-login-page sso-login-dialog" }, fields), dismiss],
      "cbi-modal",
    );
  } else if (provider !== first) {
    further.lead(provider, request.option, request.kind === "set" ? request.value : undefined);
  } else {
    if (request.kind === "set") {
      form.set(request.option, request.value);
    }
    form.lead(request.option);
  }
}

/** Carries out requests of test logins: those of other tabs, and the kept one by which this page was opened, once LuCI shows the form. */
function serveTests(page: Page, drawn: Element): void {
  const names = (): string[] => [first, ...page.providers.further()];
  const take = (request: SettingsRequest): void => carryOut(request, page, drawn);
  const kept = takeKept(tabShelf, names());
  takeRequests(names, take);
  if (kept !== undefined) {
    window.setTimeout(() => take(kept));
  }
}

/** The panels of the page, tab by tab. */
function panelsOf(page: Page, mayWrite: boolean, messages: ProblemList): Panel[] {
  const { form, further, table, saved, providers } = page;
  const leadToField = (option: string, provider = first): void =>
    provider === first ? form.lead(option) : further.lead(provider, option);
  const failed = (failure: unknown): boolean => isLoggedOut(failure, page);
  const check = checkPanel({
    collect: (beside) => collect(page, beside),
    ...{ failed, leadToField, leadToRole: table.lead },
    reopen: () => reopen(page),
    valueOf: (option, provider = first) => shownOf(page, provider)[option] ?? "",
    setField: (option, value, provider = first) =>
      provider === first ? form.set(option, value) : further.lead(provider, option, value),
  });
  const sessions = sessionsPanel(mayWrite, providers.further);
  const history = historyPanel(table, saved.logins);
  history.node.classList.add("hidden");
  const showHistory = (): void => history.node.classList.remove("hidden");
  const passwords = passwordsPanel({
    ...{ mayWrite, failed, showSessions: sessions.show },
    freshLogin: (path, provider) => freshLoginUrl(saved, path, provider),
  });
  const all: (Panel & { forAll?: boolean })[] = [
    { tab: "provider", node: further.node, forAll: providers.further().length > 0 },
    { tab: "provider", node: check },
    { tab: "provider", node: testPanel({ collect: () => collect(page, messages), saved, leadToField }) },
    { tab: "roles", node: table.node, opened: table.load, forAll: true },
    { tab: "roles", node: previewPanel(() => collect(page, messages), providers.further()) },
    // The log is below the sessions, which would push it down when they come.
    { tab: "sessions", node: sessions.node, opened: () => sessions.load().finally(showHistory), forAll: true },
    { tab: "sessions", node: history.node, opened: history.load },
    { tab: "advanced", node: passwords.node, opened: passwords.load, forAll: true },
  ];
  return all.filter(({ forAll }) => mayWrite || forAll === true);
}

function versionNote({ version }: SavedAnswer): Node {
  const about = _("On the router, sso-login --help lists the commands.");
  return E("p", { class: "cbi-section-descr", "data-name": "version" }, [`sso-login ${version}. ${about}`]);
}

/** LuCI's page object; `handle…` are its buttons, and null means that there is none. */
interface View {
  handleSave: null;
  handleSaveApply: ((event: Event, mode: string) => Promise<void>) | null;
  handleReset: (() => void) | null;
}

const settingsPage = {
  load: () => callSaved(),

  async render(this: View, saved: SavedAnswer): Promise<Node> {
    const mayWrite = L.hasViewPermission() === true;
    const restored = mayWrite ? restoreDraft(tabShelf, saved) : undefined;
    const page = createPage(saved, mayWrite, restored?.edited);
    const messages = problemList();
    const form = await page.form.render(panelsOf(page, mayWrite, messages));
    const state = stateLine({
      ...{ saved, mayWrite, shown: page.shown },
      leadToField: page.form.lead,
      addRole: () => page.table.lead(""),
      enable: () => page.form.set("enabled", "1"),
      save: () => save(page, true, messages),
    });
    form.querySelector(".cbi-map-descr")?.after(state);
    const node = E("div", { class: "sso-login-page" }, [
      E("style", {}, [style + panelStyle]),
      ...draftNote(restored),
      form,
      versionNote(saved),
      messages.node,
    ]);
    if (mayWrite) {
      serveTests(page, form);
      this.handleSaveApply = (_event, mode) => save(page, mode === "0", messages);
      this.handleReset = () => {
        letLeave();
        window.location.reload();
      };
      pressSaveByKey();
      askBeforeLeaving(page, restored !== undefined);
    }
    nameFields(node);
    return node;
  },

  // Staged changes could not be shown without the right to read the package: they are saved and applied, or neither.
  handleSave: null,
  handleSaveApply: null,
  handleReset: null,
};

// One file for both pages: what they share is loaded once.
export default view.extend(window.location.pathname.endsWith("/test") ? testPage : settingsPage);
