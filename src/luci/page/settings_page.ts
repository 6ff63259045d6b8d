/** The parts of the page over one value. */
import { first } from "../../sso_login/base/public_names";
import { checkPanel } from "../check/check_panel";
import { testPanel } from "../check/test_start";
import { createConfirmation } from "../kit/confirmation";
import { problemList, type ProblemList } from "../kit/problems";
import { keepAtSessionEnd, reopen } from "./leaving";
import { providersTable, type ProvidersTable } from "./providers_table";
import { settingsForm, type SettingsForm } from "../provider/settings_form";
import type { Editing, Trial } from "../provider/form_context";
import { settingsProblems } from "../provider/settings_problems";
import { rolesTable, type RolesTable } from "../roles/roles_table";
import type { Conflict } from "../saving/merge";
import type { SettingsModel } from "../saving/settings_model";

/** The page: what it edits, its parts, and what trials may do with it. */
export interface SettingsPage extends Editing {
  model: SettingsModel;
  mayWrite: boolean;
  form: SettingsForm;
  further: ProvidersTable;
  table: RolesTable;
  check: Trial;
  test: Trial;
  /** The place beside the buttons that says why a save or a test is refused. */
  messages: ProblemList;
  /** Remembers the conflicts with another user, and tells whether the last save has shown the same: this one overwrites them. */
  noteShown: (conflicts: Conflict[]) => boolean;
}

export function createPage(model: SettingsModel, mayWrite: boolean): SettingsPage {
  const { base } = model;
  keepAtSessionEnd(model);
  const further = providersTable(model, mayWrite);
  const table = rolesTable(model, mayWrite);
  const form = settingsForm({
    base,
    mayWrite,
    start: model.edited(),
    jwks: base.jwks,
    report: model.setOptions,
    provider: { name: () => first, further: model.further },
  });
  model.onChange(() => form.draw(model.edited().values));
  const lead: Editing["lead"] = (place) => {
    if ("role" in place) {
      table.lead(place.role);
    } else if (place.provider === undefined || place.provider === first) {
      form.lead(place.option ?? "");
    } else {
      further.lead(place.provider, place.option);
    }
  };
  const editing: Editing = {
    lead,
    collect: (messages) => {
      const problems = settingsProblems(model).map(({ text, place }) => ({ text, lead: () => lead(place) }));
      return form.showProblems(problems, messages) ? model.edited() : undefined;
    },
    learnScope: model.learnScope,
    reopen: () => reopen(model),
    valueOf: (option, provider = first) =>
      (provider === first ? model.edited() : model.providers.find(provider))?.values[option] ?? "",
    set: (option, value, provider = first) =>
      provider === first ? model.set(option, value) : further.lead(provider, option, value),
  };
  const messages = problemList();
  return {
    ...editing,
    model,
    mayWrite,
    form,
    further,
    table,
    check: checkPanel(editing),
    test: testPanel(editing, base, messages),
    messages,
    noteShown: createConfirmation(),
  };
}
