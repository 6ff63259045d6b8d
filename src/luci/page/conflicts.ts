/** Conflicts with what another user has saved meanwhile: the other's values beside one's own. No DOM in here. */
import { fill } from "../../sso_login/base/log_texts";
import type { RoleAnswer } from "../../sso_login/entry_points/ubus_answers";
import { list_names } from "../../sso_login/settings/role_sections";
import { titleOf } from "../provider/fields";
import type { Place } from "../provider/settings_problems";
import { listTitle } from "../roles/roles";
import { plainOptions, type EditedProvider, type EditedSettings, type Values } from "../saving/changes";
import type { Base, MergeResult } from "../saving/merge";

/** Texts, each with its title. */
type Content = (readonly [title: string, text: string])[];

interface Named {
  name: string;
  savedName?: string;
}

function ofOptions(values: Values, options: string[]): Content {
  return options.map((option) => [titleOf(option), values[option] ?? ""]);
}

function ofProvider({ name, values }: { name: string; values: Values }): Content {
  const options = plainOptions(name).map((option) => option.name);
  return [[_("Name"), name], ...ofOptions(values, options)];
}

function ofRole(role: RoleAnswer): Content {
  return [[_("Name"), role.name], ...list_names.map((list) => [listTitle(list), role[list].join(", ")] as const)];
}

/** The differences in words; an absent side has deleted it. */
function differences(theirs: Content | undefined, ours: Content | undefined): string[] {
  if (theirs === undefined || ours === undefined) {
    return [theirs === undefined ? _("deleted by the other user") : _("deleted by you")];
  }
  return theirs.flatMap(([title, text], at) => {
    const own = ours[at]?.[1] ?? "";
    return text === own
      ? []
      : [fill(_("%{title}: now %{theirs}, yours %{ours}"), { title, theirs: text || "-", ours: own || "-" })];
  });
}

/** The line about a section of this name. */
function sectionLine<Section extends Named>(
  title: string,
  name: string,
  [now, edited]: [Section[], Section[]],
  contentOf: (section: Section) => Content,
): string {
  const ours = edited.find((one) => one.name === name);
  const theirs = now.find((one) => one.name === ours?.savedName) ?? now.find((one) => one.name === name);
  return `${title}: ${differences(theirs && contentOf(theirs), ours && contentOf(ours)).join("; ")}`;
}

/** A line for each conflict of a merge with what is saved now, and the place that it leads to. */
export function conflictLines(
  now: Base,
  edited: EditedSettings,
  merged: MergeResult,
): { text: string; place: Place }[] {
  const { options, providers, roles } = merged;
  return [
    ...options.map((option) => ({
      text: differences(ofOptions(now.values, [option]), ofOptions(edited.values, [option])).join(),
      place: { option },
    })),
    ...providers.map((provider) => ({
      text: sectionLine(
        fill(_("Provider %{provider}"), { provider }),
        provider,
        [now.providers as EditedProvider[], edited.providers],
        ofProvider,
      ),
      place: { provider },
    })),
    ...roles.map((role) => ({
      text: sectionLine(fill(_("Role %{role}"), { role }), role, [now.roles, edited.roles], ofRole),
      place: { role },
    })),
  ];
}
