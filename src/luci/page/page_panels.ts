/** The form of the page with its panels, tab by tab, below the line that says what is not done. */
import type { SettingsPage } from "./settings_page";
import { registerAt } from "../check/register_dialog";
import { addressTabs, type Panel } from "../kit/tabs";
import { stateLine } from "./state_line";
import { historyPanel } from "../people/history_panel";
import { passwordsPanel } from "../people/passwords_panel";
import { sessionsPanel } from "../people/sessions_panel";
import { previewPanel } from "../roles/preview_panel";

function panelsOf(page: SettingsPage): Panel[] {
  const { model, mayWrite, further, table, check, test, messages } = page;
  const sessions = sessionsPanel(mayWrite, model.further);
  const history = historyPanel(model);
  history.node.classList.add("hidden");
  const showHistory = (): void => history.node.classList.remove("hidden");
  const passwords = passwordsPanel(mayWrite, model.base, sessions.show);
  const all: (Panel & { forAll?: boolean })[] = [
    { tab: "provider", node: further.node, forAll: model.further().length > 0 },
    { tab: "provider", node: check.node },
    { tab: "provider", node: test.node },
    { tab: "roles", node: table.node, opened: table.load, forAll: true },
    { tab: "roles", node: previewPanel(() => page.collect(messages), model.further()) },
    // The log is below the sessions, which would push it down when they come.
    { tab: "sessions", node: sessions.node, opened: () => sessions.load().finally(showHistory), forAll: true },
    { tab: "sessions", node: history.node, opened: history.load },
    { tab: "advanced", node: passwords.node, opened: passwords.load, forAll: true },
  ];
  return all.filter(({ forAll }) => mayWrite || forAll === true);
}

export async function drawForm(page: SettingsPage, save: () => unknown): Promise<HTMLElement> {
  const node = await page.form.render(() => registerAt(page), panelsOf(page));
  node.querySelector(".cbi-map-descr")?.after(stateLine(page, save));
  addressTabs(node);
  return node;
}
