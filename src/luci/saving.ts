/** Saving of the settings page: beside the changes of others, and with a question about the user's own rights. */
import { fill } from "../sso_login/base/log_texts";
import type { SavedAnswer } from "../sso_login/entry_points/ubus_answers";
import { callGet } from "./calls";
import { uciCalls, type EditedSettings } from "./changes";
import { ask } from "./dialog";
import { failureText } from "./failure";
import { titleOf } from "./fields";
import { isLoggedOut, letLeave, type Work } from "./leaving";
import { merge, type MergeResult } from "./merge";
import { ownLosses } from "./own_role";
import { againLines } from "./passwords";
import { titledText, type ProblemLine, type ProblemList } from "./problems";
import type { Providers } from "./providers";
import type { ProvidersTable } from "./providers_table";
import type { RolesTable } from "./roles_table";
import type { SettingsForm } from "./settings_form";
import { stageAll } from "./staging";
import type { UciCall } from "./uci_call";
import { goneProblem } from "./validation";

/** The parts of the page that hold settings. */
export interface Page extends Work {
  form: SettingsForm;
  further: ProvidersTable;
  table: RolesTable;
  providers: Providers;
  /** The saved values that the user has been warned of, as another save overwrites them. */
  warned?: string;
}

/** The settings on the page; undefined after a message, beside the button that was pressed, when some are wrong. */
export function collect(page: Page, messages: ProblemList): EditedSettings | undefined {
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

/** The problem that the login page goes to a provider that is gone. */
function startProblem({ form, providers }: Page): ProblemLine[] {
  const option = "auto_redirect";
  const start = form.value(option);
  const gone = ["", "0", "1"].includes(start) ? undefined : goneProblem([start], providers);
  return gone === undefined ? [] : [{ text: titledText(titleOf(option), gone), lead: () => form.lead(option) }];
}

/** A line for each conflict with what another user has saved meanwhile. */
function conflictLines(
  { form, further, table }: Page,
  now: SavedAnswer,
  { options, providers, roles }: MergeResult,
): ProblemLine[] {
  return [
    ...options.map((option) => ({
      text: titledText(titleOf(option), now.values[option] ?? ""),
      lead: () => form.lead(option),
    })),
    ...providers.map((provider) => ({
      text: fill(_("Provider %{provider}"), { provider }),
      lead: () => further.lead(provider),
    })),
    ...roles.map((role) => ({ text: fill(_("Role %{role}"), { role }), lead: () => table.lead(role) })),
  ];
}

/** The calls that save the settings on the page beside those of others; undefined after a message when they must not be made yet. */
async function callsToSave(page: Page, edited: EditedSettings, messages: ProblemList): Promise<UciCall[] | undefined> {
  const now = await callGet();
  const merged = merge(page.saved, now, edited);
  const lines = conflictLines(page, now, merged);
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
  const own = now.sessions.filter((session) => session.own).flatMap(({ role }) => role.split(","));
  const losses = ownLosses(now, merged.edited.roles, own);
  const isWanted = losses.length === 0 || (await ask(_("This changes your own rights"), losses, _("Save")));
  const trial = againLines(calls, now.password_login.state);
  return isWanted && (trial.length === 0 || (await ask(_("This puts passwords on trial again"), trial, _("Save"))))
    ? calls
    : undefined;
}

/** Saves the settings on the page and has LuCI apply them; `checked` undoes them when the router cannot be reached afterwards. */
export async function save(page: Page, checked: boolean, messages: ProblemList): Promise<void> {
  // LuCI has taken the focus from its button, and gives it to nothing.
  messages.node.focus();
  const edited = collect(page, messages);
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
