/** The dialog that edits one of the further providers. */
import { fill } from "../../sso_login/base/log_texts";
import type { OptionsAnswer } from "../../sso_login/entry_points/ubus_answers";
import type { EditedProvider } from "../saving/changes";
import { checkPanel, registerAt } from "../check/check_panel";
import { closeDialog, dialogButtons, openDialog } from "../kit/dialog";
import { nameFields } from "../kit/field_names";
import { isLoggedOut, reopen } from "./leaving";
import { problemList, type ProblemLine, type ProblemList } from "../kit/problems";
import type { Editing } from "../provider/editing";
import { settingsForm } from "../provider/settings_form";
import { optionProblems } from "../provider/settings_problems";
import { withProvider } from "../saving/providers";
import type { SettingsModel, Work } from "../saving/settings_model";
import { providerNameProblem } from "../saving/validation";
import { testPanel } from "../check/test_start";
import { titledText } from "../kit/titled_text";

export interface ProviderTask {
  provider: EditedProvider;
  /** The provider as the page has it; absent for a new one. */
  known: EditedProvider | undefined;
  /** The field that has the focus at first. */
  option: string | undefined;
  model: SettingsModel;
  mayWrite: boolean;
  /** Takes the provider when it is right. */
  done: (provider: EditedProvider) => void;
}

/** Opens the dialog. Its button takes the changes over into the page. */
export async function openProviderDialog(task: ProviderTask): Promise<void> {
  const { known, model, mayWrite } = task;
  const before: OptionsAnswer = model.saved.providers.find(({ name }) => name === task.provider.savedName) ?? {
    values: {},
    client_secret_set: false,
  };
  let provider = task.provider;
  const work: Work = { saved: model.saved, edited: () => withProvider(model.edited(), known, provider) };
  const failed = (failure: unknown): boolean => isLoggedOut(failure, work);
  const others = [...model.providers.names(known), ...model.roles.names()];
  const nameProblem = (name: string): string | undefined => providerNameProblem(name, others);
  const form = settingsForm({
    ...{ id: "provider", title: "", about: "", mayWrite, failed, start: provider, jwks: model.saved.jwks },
    saved: before,
    provider: { name: () => provider.name, nameProblem, further: () => [] },
    register: () => registerAt(editing),
    report: (options) => (provider = { ...provider, ...options, name: form.value("_name") }),
  });
  const node = await form.render();
  const problems = (): ProblemLine[] => {
    const wrongName = nameProblem(provider.name);
    return [
      ...(wrongName === undefined ? [] : [{ text: titledText(_("Name"), wrongName), lead: () => form.lead("_name") }]),
      ...optionProblems({ clientSecret: "", removeClientSecret: false, ...provider }, before, provider.name, true).map(
        ({ text, option }) => ({ text, lead: () => form.lead(option) }),
      ),
    ];
  };
  /** False after the problems have been shown. */
  const isRight = (place: ProblemList): boolean => {
    const wrong = problems();
    form.mark();
    place.clear();
    if (wrong.length > 0) {
      place.show(_("Some fields are wrong:"), wrong);
    }
    return wrong.length === 0;
  };
  const messages = problemList();
  const finish = (): void => {
    if (isRight(messages)) {
      closeDialog();
      task.done(provider);
    }
  };
  const editing: Editing = {
    collect: (place) => (isRight(place) ? work.edited() : undefined),
    provider: () => provider.name,
    valueOf: (option) => provider.values[option] ?? "",
    set: form.set,
    lead: (place) => "option" in place && form.lead(place.option ?? ""),
    failed,
    // The dialog's own changes are left out: a new provider would collide with the one that was just saved.
    reopen: () => reopen(model),
  };
  const content = E("div", { class: "sso-login-page sso-login-dialog", "data-name": "provider-dialog" }, [
    node,
    messages.node,
    checkPanel(editing),
    testPanel(editing, before, messages),
  ]);
  nameFields(content);
  const title = known === undefined ? _("New provider") : fill(_("Provider %{provider}"), { provider: known.name });
  openDialog(title, [content, dialogButtons(_("OK"), finish)], "cbi-modal");
  form.lead(task.option ?? "_name");
}
