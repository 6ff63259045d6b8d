/** Problems of the settings, each with the place to lead to. No DOM in here. */
import { fill } from "../../sso_login/base/log_texts";
import { first } from "../../sso_login/base/public_names";
import type { OptionsAnswer } from "../../sso_login/answers/ubus_answers";
import { fields, titleOf, type Field } from "./fields";
import type { EditedOptions, EditedProvider, EditedRole } from "../saving/changes";
import type { SettingsModel } from "../saving/settings_model";
import { goneProblem, providerNameProblem, roleNameProblem, ruleOf, valueProblem } from "../saving/validation";
import { titledText } from "../saving/message_text";

/** A field of a provider, a provider, or a role; "" means the table of roles. */
export type Place = { provider?: string; option?: string } | { role: string };

export function tabOf(place: Place): string {
  return "role" in place ? "roles" : (fields().find(({ option }) => option === place.option)?.tab ?? "provider");
}

/** Whether the form of a provider has an option: a further one has none of the router's, and only several have colours. */
export function hasField(option: string, isFurther: boolean, hasFurther: boolean): boolean {
  return isFurther ? ruleOf(option).scope === undefined : option !== "label" && (option !== "color" || hasFurther);
}

/** The problem of the text in an option's field, or undefined. `base` are the provider's options that the page began with. */
export function optionProblem(
  option: string,
  { values, clientSecret, removeClientSecret }: Partial<EditedOptions>,
  base: OptionsAnswer | undefined,
  provider: string,
): string | undefined {
  const isEnabled = values?.["enabled"] === "1";
  if (option !== "client_secret") {
    return valueProblem(option, values?.[option] ?? "", isEnabled, provider);
  }
  const isKept = base?.client_secret_set === true && removeClientSecret !== true;
  const isOptional = isKept || values?.["token_endpoint_auth_method"] === "private_key_jwt";
  return isOptional && !clientSecret ? undefined : valueProblem(option, clientSecret ?? "", isEnabled);
}

function isShown({ depends }: Field, values: EditedOptions["values"]): boolean {
  return depends === undefined || values[depends[0]] === depends[1];
}

export function providerProblem(provider: EditedProvider, model: SettingsModel): string | undefined {
  const others = [...model.providers.names(provider), ...model.roles.names()];
  const base = model.base.providers.find(({ name }) => name === provider.savedName);
  const wrong = (option: string): string[] => {
    const problem = optionProblem(option, provider, base, provider.name);
    return problem === undefined ? [] : [titledText(titleOf(option), problem)];
  };
  return providerNameProblem(provider.name, others) ?? ["issuer_url", "redirect_uri"].flatMap(wrong)[0];
}

export function roleProblem(role: EditedRole, model: SettingsModel): string | undefined {
  const others = [...model.roles.names(role), ...model.further()];
  return roleNameProblem(role.name, others, model.base.logins) ?? goneProblem(role.provider, model);
}

function problemAt<At extends Place>(
  place: At,
  title: string,
  problem: string | undefined,
): { text: string; place: At }[] {
  return problem === undefined ? [] : [{ text: titledText(title, problem), place }];
}

/** The problems of a provider's options, in the order of the fields. */
export function optionProblems(
  options: EditedOptions,
  base: OptionsAnswer,
  provider: string,
  hasFurther: boolean,
): { text: string; place: { provider: string; option: string } }[] {
  return fields()
    .filter(({ kind }) => kind === "text" || kind === "secret")
    .filter((field) => hasField(field.option, provider !== first, hasFurther) && isShown(field, options.values))
    .flatMap(({ option }) =>
      problemAt({ provider, option }, titleOf(option), optionProblem(option, options, base, provider)),
    );
}

export function settingsProblems(model: SettingsModel): { text: string; place: Place }[] {
  const edited = model.edited();
  const option = "auto_redirect";
  const start = edited.values[option] ?? "";
  const gone = ["", "0", "1"].includes(start) ? undefined : goneProblem([start], model);
  return [
    ...optionProblems(edited, model.base, first, edited.providers.length > 0),
    ...problemAt({ provider: first, option }, titleOf(option), gone),
    ...edited.providers.flatMap((one) => {
      const title = fill(_("Provider %{provider}"), { provider: one.name });
      return problemAt({ provider: one.name }, title, providerProblem(one, model));
    }),
    ...edited.roles.flatMap((one) => {
      const title = fill(_("Role %{role}"), { role: one.name });
      return problemAt({ role: one.name }, title, roleProblem(one, model));
    }),
  ];
}
