/** Conflicts with what another user has saved meanwhile: the other's values beside one's own. No DOM in here. */
import { fill } from "../../sso_login/base/log_texts";
import { list_names } from "../../sso_login/settings/role_sections";
import { titleOf } from "../provider/fields";
import type { Place } from "../provider/settings_problems";
import { listTitle } from "../roles/roles";
import type { Conflict } from "../saving/merge";

/** The difference in words; an absent side has deleted it. */
function difference({ theirs, ours }: Conflict): string {
  if (theirs === undefined || ours === undefined) {
    return theirs === undefined ? _("deleted by the other user") : _("deleted by you");
  }
  const changed = Object.keys(theirs).filter((name) => theirs[name] !== ours[name]);
  const lines = changed.map((name) => {
    const list = list_names.find((one) => one === name);
    const title = list === undefined ? titleOf(name === "name" ? "_name" : name) : listTitle(list);
    const [now, own] = [theirs, ours].map((side) => side[name]?.replace(/\n/g, ", ") || "-");
    return fill(_("%{title}: now %{theirs}, yours %{ours}"), { title, theirs: now, ours: own });
  });
  return lines.join("; ");
}

/** A line for each conflict, and the place that it leads to. */
export function conflictLines(conflicts: Conflict[]): { text: string; place: Place }[] {
  return conflicts.map((conflict) => {
    const { kind, ours, name: savedName } = conflict;
    const name = ours?.["name"] ?? savedName;
    if (kind === "option") {
      return { text: difference(conflict), place: { option: name } };
    }
    const title =
      kind === "role" ? fill(_("Role %{role}"), { role: name }) : fill(_("Provider %{provider}"), { provider: name });
    return { text: `${title}: ${difference(conflict)}`, place: kind === "role" ? { role: name } : { provider: name } };
  });
}
