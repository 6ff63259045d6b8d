/** The dialog that edits one of the further providers. */
import { fill } from "../../sso_login/base/log_texts";
import type { OptionsAnswer, SavedAnswer } from "../../sso_login/entry_points/ubus_answers";
import type { EditedProvider, EditedSettings } from "../saving/changes";
import { checkPanel } from "../check/check_panel";
import { closeDialog, dialogButtons, openDialog } from "../kit/dialog";
import { nameFields } from "../kit/field_names";
import { reopen } from "./leaving";
import { problemList, type ProblemList } from "../kit/problems";
import { withProvider } from "../saving/providers";
import { settingsForm } from "../provider/settings_form";
import { testPanel } from "../check/test_start";

export interface ProviderTask {
  provider: EditedProvider;
  /** The provider as the page has it; absent for a new one. */
  known: EditedProvider | undefined;
  saved: SavedAnswer;
  mayWrite: boolean;
  /** The field that has the focus at first. */
  option: string | undefined;
  nameProblem: (name: string) => string | undefined;
  /** All settings on the page. */
  shown: () => EditedSettings;
  /** Whether the failure of a call has been reported, and the settings on the page have been kept. */
  failed: (failure: unknown, shown: () => EditedSettings) => boolean;
  /** Takes the provider when it is right. */
  done: (provider: EditedProvider) => void;
}

/** The section of the dialog's form. */
const section = "provider";

/** Opens the dialog. Its button takes the changes over into the page. */
export async function openProviderDialog(task: ProviderTask): Promise<void> {
  const { provider, known, saved, mayWrite, nameProblem } = task;
  const before: OptionsAnswer = saved.providers.find(({ name }) => name === provider.savedName) ?? {
    values: {},
    client_secret_set: false,
  };
  let name = (): string => provider.name;
  const edited = (): EditedProvider => ({ ...provider, ...form.shown(), name: name() });
  const all = (): EditedSettings => withProvider(task.shown(), known, edited());
  const failed = (failure: unknown): boolean => task.failed(failure, all);
  const form = settingsForm({
    ...{ id: section, title: "", about: "", mayWrite, failed, instead: provider, jwks: saved.jwks },
    saved: before,
    provider: { name: () => name(), nameProblem, further: () => [] },
  });
  const node = await form.render();
  name = () => form.value("_name");
  const messages = problemList();
  /** False after the problems have been shown. */
  const isRight = (place: ProblemList): boolean => {
    const problems = form.problems();
    place.clear();
    if (problems.length > 0) {
      place.show(_("Some fields are wrong:"), problems);
    }
    return problems.length === 0;
  };
  const finish = (): void => {
    if (isRight(messages)) {
      const result = edited();
      closeDialog();
      task.done(result);
    }
  };
  const trials = [
    checkPanel({
      collect: (place) => (isRight(place) ? all() : undefined),
      provider: name,
      failed,
      // The dialog's own changes are left out: a new provider would collide with the one that was just saved.
      reopen: () => reopen({ saved, shown: task.shown }),
      leadToField: form.lead,
      valueOf: form.value,
      setField: form.set,
    }),
    testPanel({
      collect: () => (isRight(messages) ? all() : undefined),
      saved: before,
      provider: () => name(),
      leadToField: form.lead,
    }),
  ];
  const content = E("div", { class: "sso-login-page sso-login-dialog", "data-name": "provider-dialog" }, [
    node,
    messages.node,
    ...trials,
  ]);
  nameFields(content);
  const title = known === undefined ? _("New provider") : fill(_("Provider %{provider}"), { provider: known.name });
  openDialog(title, [content, dialogButtons(_("OK"), finish)], "cbi-modal");
  form.lead(task.option ?? "_name");
}
