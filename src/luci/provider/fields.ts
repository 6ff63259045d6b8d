/** The fields of the form: they follow from the service's row of an option (option_table.ts) and from its words for people (option_texts.ts). */
import { fill } from "../../sso_login/base/log_texts";
import { first } from "../../sso_login/base/public_names";
import { groups, provider, texts, type OptionText, type Texts } from "./option_texts";
import { ruleOf } from "../saving/validation";

export interface Field extends Pick<OptionText, "title" | "help" | "depends"> {
  option: string;
  tab: "provider" | "advanced";
  kind: "text" | "flag" | "choice" | "secret";
  /** Of a choice: the values, each with its label. */
  choices?: [string, string][];
}

/** A text of a table in the language of the page. */
export function said(text: string): string {
  return _(text);
}

/** The providers to which the login page may go at once. The chosen one is among them even when it is gone. */
export function startChoices(further: string[], chosen: string): [string, string][] {
  const names = [...new Set([...further, chosen])].filter((name) => !["", "0", "1"].includes(name));
  return [
    ["0", _("no")],
    ["1", names.length === 0 ? _("yes") : first],
    ...names.map((name): [string, string] => [name, name]),
  ];
}

/** The values of an option that may only be certain words, each with its label; undefined for another one. */
function choicesOf(option: string, labels: OptionText["labels"]): [string, string][] | undefined {
  const { kind, words, fallback } = ruleOf(option);
  if (option === "auto_redirect") {
    return startChoices([], "0");
  }
  if (kind === "list" || words === undefined) {
    return undefined;
  }
  const absent = fallback === undefined ? [""] : [];
  return [...absent, ...words].map((word) => [word, labels?.[word] === undefined ? word : said(labels[word])]);
}

function toField([option, { title, help, labels, depends }]: [string, OptionText]): Field {
  const rule = ruleOf(option);
  const choices = choicesOf(option, labels);
  const kind = option === "client_secret" ? "secret" : rule.kind === "flag" ? "flag" : choices ? "choice" : "text";
  const words = { title: said(title), help: fill(said(help), { min: `${rule.min}`, max: `${rule.max}` }) };
  return { option, tab: option in provider ? "provider" : "advanced", kind, ...words, choices, depends };
}

function toFields(group: Texts): Field[] {
  return Object.entries(group).map(toField);
}

export function fieldGroups(): { title: string; fields: Field[] }[] {
  return groups.map((group) => ({ title: said(group.title), fields: toFields(group.texts) }));
}

export function fields(): Field[] {
  return toFields(texts);
}

export function titleOf(option: string): string {
  const { title } = (texts as { [option: string]: OptionText | undefined })[option] ?? { title: option };
  return option === "_name" ? _("Name") : said(title);
}

/** The places where a text names an option: its name where that is no other word or claim, and any name after "option". */
function namesIn(option: string): RegExp {
  return option.includes("_") && option !== "at_hash"
    ? new RegExp(`(?<!%\\{)\\b${option}\\b`, "g")
    : new RegExp(`(?<=\\b[Oo]ptions? )${option}\\b`, "g");
}

/** The option that a text names first. */
export function optionIn(text: string): string | undefined {
  const places = Object.keys(texts).map((option) => ({ option, at: text.search(namesIn(option)) }));
  return places.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at)[0]?.option;
}

/** A text with the titles of the options that it names. Places for parameters stay as they are, and so does a name that is part of its title. */
export function withTitles(text: string): string {
  const named = Object.keys(texts).filter((option) => !titleOf(option).includes(option));
  return named.reduce((said, option) => said.replace(namesIn(option), `${titleOf(option)} (${option})`), text);
}
