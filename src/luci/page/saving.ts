/** Saving of the settings page: beside the changes of others, and with a question about the user's own rights. */
import { first } from "../../sso_login/base/public_names";
import type { SettingsAnswer } from "../../sso_login/answers/ubus_answers";
import { callGet } from "../saving/calls";
import { changesLogins, uciCalls, type EditedSettings, type UciCall } from "../saving/changes";
import { ask } from "../kit/dialog";
import { keepRequest } from "../check/settings_request";
import { letLeave } from "./leaving";
import { conflictLines } from "./conflicts";
import { merge, type Conflict } from "../saving/merge";
import { othersChanges, ownLosses, providerEnds } from "../saving/own_losses";
import { againLines } from "../people/passwords";
import { attempt } from "../kit/panels";
import type { SettingsPage } from "./settings_page";
import { stageAll } from "../saving/staging";

/** Asks about what another user has saved meanwhile: the first save shows it, and the same save once more agrees to overwrite it. */
function agreesToOverwrite({ lead, messages, noteShown }: SettingsPage, conflicts: Conflict[]): boolean {
  const isRepeated = noteShown(conflicts);
  if (conflicts.length === 0 || isRepeated) {
    return true;
  }
  const title = _("Somebody else has saved this meanwhile. Nothing of yours is lost, and nothing is saved yet.");
  const lines = conflictLines(conflicts).map(({ text, place }) => ({ text, lead: () => lead(place) }));
  messages.show(`${title} ${_("Save once more to put yours in its place:")}`, lines);
  return false;
}

/** Asks about the rights that the save takes from its user, and the sessions of others that it changes. */
async function agreesToRights(now: SettingsAnswer, edited: EditedSettings): Promise<boolean> {
  const ends = providerEnds(now, edited);
  const losses = [...ends.own, ...ownLosses(now, edited.roles)];
  const told = [...losses, ...ends.others, ...othersChanges(now, edited.roles)];
  const heading = losses.length > 0 ? _("This changes your own rights") : _("This changes the rights of others");
  return told.length === 0 || (await ask(heading, told, _("Save")));
}

/** Asks before passwords are on trial again; the test login is the other answer. */
async function agreesToTrial(
  { lead, test }: SettingsPage,
  now: SettingsAnswer,
  edited: EditedSettings,
): Promise<boolean> {
  const lines = againLines(now, edited);
  const instead = (): void => {
    lead({ option: "issuer_url" });
    test.begin();
  };
  const title = _("This puts passwords on trial again");
  return lines.length === 0 || (await ask(title, lines, _("Save"), { label: _("Test login"), act: instead }));
}

/** The calls that save the settings on the page beside those of others; undefined where they must not be made, or not yet. */
async function callsToSave(page: SettingsPage, edited: EditedSettings): Promise<UciCall[] | undefined> {
  const now = await callGet();
  const merged = merge(page.model.base, now, edited);
  if (!agreesToOverwrite(page, merged.conflicts)) {
    return undefined;
  }
  const calls = uciCalls(now, merged.edited);
  if (calls.length === 0) {
    page.messages.show(_("There is nothing to save."), [], "info");
    return undefined;
  }
  const isAgreed = (await agreesToRights(now, merged.edited)) && (await agreesToTrial(page, now, merged.edited));
  return isAgreed ? calls : undefined;
}

/** Saves the settings on the page and has LuCI apply them; `checked` undoes them when the router cannot be reached afterwards. */
export async function save(page: SettingsPage, checked: boolean): Promise<void> {
  const { messages } = page;
  // LuCI has taken the focus from its button, and gives it to nothing.
  messages.node.focus();
  const edited = page.collect(messages);
  if (edited === undefined) {
    return;
  }
  const work = async (): Promise<void> => {
    const calls = await callsToSave(page, edited);
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
