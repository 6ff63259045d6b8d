/** The line above the tabs: what is not done, and the next step as a button. */
import { redirectUriHere } from "../provider/addresses";
import { nextStep } from "../saving/next_step";
import type { Place } from "../provider/settings_problems";
import type { SettingsModel } from "../saving/settings_model";
import type { RolesTable } from "../roles/roles_table";
import { button } from "../kit/panels";

export interface StateTask {
  model: SettingsModel;
  mayWrite: boolean;
  lead: (place: Place) => unknown;
  save: () => unknown;
  table: Pick<RolesTable, "add">;
}

function enable({ model, save }: StateTask): unknown {
  model.set("enabled", "1");
  return save();
}

/** The text of the line, and the button's title and work; without a title there is no button. */
function lineOf(task: StateTask): [string, string?, (() => unknown)?] {
  const shown = task.model.edited();
  // Users who may only look are not told who has a role.
  if (!task.mayWrite) {
    return [shown.values["enabled"] === "1" ? _("Single sign-on is on.") : _("Single sign-on is off.")];
  }
  const next = nextStep(task.model.saved, shown, redirectUriHere(window.location));
  switch (next.step) {
    case "field":
      return [
        _("Single sign-on is not set up yet: the provider's data are incomplete."),
        _("Fill in the next field"),
        () => task.lead({ option: next.option }),
      ];
    case "role":
      return [_("Nobody can log in yet."), _("Add an administrator"), () => task.table.add("admin")];
    case "enable":
      return [_("Single sign-on is off."), _("Enable single sign-on and save"), () => enable(task)];
    case "save":
      return [_("There are changes that are not saved."), _("Save now"), task.save];
    case "none":
      return [_("Single sign-on is on.")];
  }
}

/** The line; it follows the settings on the page. */
export function stateLine(task: StateTask): HTMLElement {
  const text = E("span", { role: "status" });
  const place = E("span", {});
  let last = "";
  const draw = (): void => {
    const [words, title] = lineOf(task);
    if (words !== last) {
      last = words;
      dom.content(text, [words]);
      dom.content(place, title === undefined ? [] : [button("next-step", title, title, () => lineOf(task)[2]?.())]);
    }
  };
  task.model.onChange(draw);
  draw();
  return E("p", { class: "sso-login-state", "data-name": "state" }, [text, " ", place]);
}
