/** The reasons for which a role is not kept as it was entered. No DOM in here. */
import { fill } from "../../sso_login/base/log_texts";
import { luci_group } from "../../sso_login/base/public_names";
import { allows } from "../../sso_login/rights/role_matching";
import type { RightsAnswer } from "../../sso_login/answers/ubus_answers";
import type { EditedRole } from "../saving/changes";
import { oddMembers } from "../saving/validation";
import { exclusionOf, givesGroup, opensPage } from "./reach";

/** The lists of members. */
export const memberLists = ["email", "group", "sub", "client"] as const;

/** An error in a field, an access group that LuCI needs and a button adds, or a question that the same once more answers. */
export type Objection = { kind: "error"; field: string; text: string } | { kind: "no_luci" | "question"; text: string };

/** The doubts about a role that may be kept all the same. */
function doubts(role: EditedRole, offered: RightsAnswer, isForPeople: boolean): string[] {
  const odd = memberLists.flatMap((list) => oddMembers(list, role[list]));
  const entries = { entries: odd.join(", ") };
  const mistyped = _("These entries have a character that most often comes from copying: %{entries}.");
  const noPage = _(
    "With these rights the role opens no page of this router, and a user without another role is refused at the login.",
  );
  return [
    ...(odd.length > 0 ? [fill(mistyped, entries)] : []),
    ...(isForPeople && !opensPage(offered, role) ? [noPage] : []),
  ];
}

/** The first reason; undefined for a role that is right. `ticked` are the providers that are ticked. */
export function objectionTo(role: EditedRole, offered: RightsAnswer, ticked: string[]): Objection | undefined {
  if (memberLists.every((list) => role[list].length === 0)) {
    return { kind: "error", field: "email", text: _("Whom is this role for? Enter an e-mail address or a group.") };
  }
  if (ticked.length === 0) {
    return { kind: "error", field: "provider", text: _("Where does this role apply? Choose a provider.") };
  }
  const { access_groups: groups } = offered;
  const isForPeople = allows(role, "web");
  const hasRights = role.read.length + role.write.length > 0;
  const isKnown = groups.some(({ name }) => name === luci_group);
  if (isForPeople && isKnown && hasRights && !givesGroup(groups, role, luci_group)) {
    const entry = exclusionOf(role, luci_group);
    const text = _('Without the access group luci-base there are errors and no "Log out".');
    const excluded = _('The entry %{entry} takes luci-base away: remove it under "By technical names".');
    return entry === undefined
      ? { kind: "no_luci", text }
      : { kind: "error", field: "rights", text: `${text} ${fill(excluded, { entry })}` };
  }
  const questions = doubts(role, offered, isForPeople);
  return questions.length > 0
    ? { kind: "question", text: [...questions, _("Press OK once more to keep it.")].join(" ") }
    : undefined;
}
