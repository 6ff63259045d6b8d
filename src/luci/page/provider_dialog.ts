/** The dialog that edits one of the further providers. */
import { fill } from "../../sso_login/base/log_texts";
import type { OptionsAnswer } from "../../sso_login/answers/ubus_answers";
import type { EditedProvider, EditedSettings } from "../saving/changes";
import { checkPanel } from "../check/check_panel";
import { registerAt } from "../check/register_dialog";
import { closeDialog, openDialog } from "../kit/dialog";
import { nameFields } from "../kit/field_names";
import { keepAtSessionEnd, reopen } from "./leaving";
import { problemList, type ProblemList } from "../kit/problems";
import { settingsForm } from "../provider/settings_form";
import type { Editing } from "../provider/form_context";
import { optionProblems } from "../provider/settings_problems";
import type { SettingsModel } from "../saving/settings_model";
import { providerNameProblem } from "../saving/validation";
import { testPanel } from "../check/test_start";
import { titledText } from "../saving/message_text";

/** Opens the dialog at a field; `known` is the provider as the page has it. Its button takes the changes over into the page. */
export async function openProviderDialog(
  model: SettingsModel,
  mayWrite: boolean,
  [start, known, option = "_name"]: [start: EditedProvider, known?: EditedProvider, option?: string],
  done: (provider: EditedProvider) => void,
): Promise<void> {
  const base: OptionsAnswer = model.base.providers.find(({ name }) => name === start.savedName) ?? {
    values: {},
    client_secret_set: false,
  };
  let provider = start;
  const edited = (): EditedSettings => {
    const settings = model.edited();
    return { ...settings, providers: [...settings.providers.filter((one) => one !== known), provider] };
  };
  const others = [...model.providers.names(known), ...model.roles.names()];
  const nameProblem = (name: string): string | undefined => providerNameProblem(name, others);
  const form = settingsForm({
    base,
    mayWrite,
    start: provider,
    jwks: model.base.jwks,
    provider: { name: () => provider.name, nameProblem, further: () => [] },
    report: (options) => (provider = { ...provider, ...options, name: form.value("_name") }),
  });
  const isRight = (place: ProblemList): boolean => {
    const wrongName = nameProblem(provider.name);
    const options = { clientSecret: "", removeClientSecret: false, ...provider };
    const problems = [
      ...(wrongName === undefined ? [] : [{ text: titledText(_("Name"), wrongName), place: { option: "_name" } }]),
      ...optionProblems(options, base, provider.name, true),
    ];
    const lines = problems.map((one) => ({ text: one.text, lead: () => form.lead(one.place.option) }));
    return form.showProblems(lines, place);
  };
  const messages = problemList();
  const close = (): void => {
    keepAtSessionEnd(model);
    closeDialog();
  };
  const finish = (): void => {
    if (isRight(messages)) {
      close();
      done(provider);
    }
  };
  const editing: Editing = {
    collect: (place) => (isRight(place) ? edited() : undefined),
    provider: () => provider.name,
    valueOf: (option) => provider.values[option] ?? "",
    set: form.set,
    lead: (place) => "option" in place && form.lead(place.option ?? ""),
    learnScope: model.learnScope,
    // The dialog's own changes are left out: a new provider would collide with the one that was just saved.
    reopen: () => reopen(model),
  };
  const node = await form.render(() => registerAt(editing));
  const title = known === undefined ? _("New provider") : fill(_("Provider %{provider}"), { provider: known.name });
  const content = E("div", { "data-name": "provider-dialog" }, [
    node,
    messages.node,
    checkPanel(editing).node,
    testPanel(editing, base, messages).node,
  ]);
  nameFields(content);
  keepAtSessionEnd({ base: model.base, edited });
  openDialog(title, [content], _("OK"), finish, close);
  form.lead(option);
}
