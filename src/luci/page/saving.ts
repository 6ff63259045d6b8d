/** Saving of the settings page: beside the changes of others, and with a question about the user's own rights. */
import { first } from "../../sso_login/base/public_names";
import { callGet } from "../saving/calls";
import { changesLogins, uciCalls, type EditedSettings, type UciCall } from "../saving/changes";
import { ask } from "../kit/dialog";
import { keepRequest } from "../check/settings_request";
import { letLeave } from "./leaving";
import { conflictLines } from "./conflicts";
import { merge } from "../saving/merge";
import { othersChanges, ownLosses } from "../saving/own_losses";
import { againLines } from "../people/passwords";
import { attempt } from "../kit/panels";
import type { ProblemList } from "../kit/problems";
import type { SettingsPage } from "./settings_page";
import { stageAll } from "../saving/staging";

/** The calls that save the settings on the page beside those of others; undefined after a message when they must not be made yet. */
async function callsToSave(
  { model, lead }: SettingsPage,
  edited: EditedSettings,
  messages: ProblemList,
): Promise<UciCall[] | undefined> {
  const now = await callGet();
  const merged = merge(model.saved, now, edited);
  const lines = conflictLines(merged.conflicts).map(({ text, place }) => ({ text, lead: () => lead(place) }));
  const seen = JSON.stringify([now.values, now.providers, now.roles]);
  if (lines.length > 0 && model.warned !== seen) {
    model.warned = seen;
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
  const others = othersChanges(now, merged.edited.roles);
  const heading = losses.length > 0 ? _("This changes your own rights") : _("This changes the rights of others");
  const told = [...losses, ...others];
  const isWanted = told.length === 0 || (await ask(heading, told, _("Save")));
  const trial = againLines(calls, now);
  const test = (): void => {
    lead({ option: "issuer_url" });
    document.querySelector<HTMLElement>('[data-name="test"]')?.click();
  };
  const title = _("This puts passwords on trial again");
  const isAgreed =
    isWanted && (trial.length === 0 || (await ask(title, trial, _("Save"), { label: _("Test login"), act: test })));
  return isAgreed ? calls : undefined;
}

/** Saves the settings on the page and has LuCI apply them; `checked` undoes them when the router cannot be reached afterwards. */
export async function save(page: SettingsPage, checked: boolean, messages: ProblemList): Promise<void> {
  // LuCI has taken the focus from its button, and gives it to nothing.
  messages.node.focus();
  const edited = page.collect(messages);
  if (edited === undefined) {
    return;
  }
  const work = async (): Promise<void> => {
    const calls = await callsToSave(page, edited, messages);
    if (calls === undefined) {
      return;
    }
    await stageAll(calls);
    if (changesLogins(calls)) {
      // LuCI opens the page anew once the settings are applied; it ends with the check's verdict.
      keepRequest({ kind: "check", provider: first });
    }
    letLeave();
    ui.changes.apply(checked);
  };
  await attempt(messages.node, work, _("The settings could not be saved:"));
}
