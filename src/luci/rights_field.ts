/** The field of a role that says how far its rights reach, and fills in some that reach no farther than is meant. */
import { fill } from "../sso_login/base/texts";
import { few, public_group, reach_of, type Lists } from "../sso_login/session/lists";
import type { AccessGroup } from "./changes";
import type { Parts } from "./form_parts";
import { fnmatch } from "./patterns";
import { partText } from "./report";

/** The groups with which somebody can look and do nothing else, but the one that everybody has. */
export function lookingGroups(groups: AccessGroup[]): string[] {
  return groups.filter(({ name, read }) => read === "look" && name !== public_group).map(({ name }) => name);
}

/** A sentence on what a role with these lists can do, and by which groups. */
export function reachText(groups: AccessGroup[], lists: Lists): string {
  if (lists.read.length + lists.write.length === 0) {
    return _("This role has no rights.");
  }
  const reach = reach_of({ fnmatch }, groups, lists);
  const what = partText({ id: `can_${reach.verdict}` });
  return reach.groups.length === 0
    ? fill(_("This role %{verdict}."), { verdict: what })
    : fill(_("This role %{verdict}, by the access groups %{groups}."), { verdict: what, groups: few(reach.groups) });
}

/** Adds the field; what is returned judges a role anew when its lists have changed. */
export function addRightsField(parts: Parts): (sectionId: string) => void {
  const { roles, roleOptions, saved, map } = parts;
  const lines = new Map<string, HTMLElement>();
  const listOf = (list: string, sectionId: string): string[] => {
    const value = roleOptions.get(list)?.formvalue(sectionId) ?? map.data.get("json", sectionId, list);
    return typeof value === "string" ? [value] : (value ?? []);
  };
  const judge = (sectionId: string): void => {
    const lists = { read: listOf("read", sectionId), write: listOf("write", sectionId) };
    const line = lines.get(sectionId);
    if (line !== undefined) {
      dom.content(line, [reachText(saved.access_groups, lists)]);
    }
  };
  const fills: { [choice: string]: Lists | undefined } = {
    look: { read: lookingGroups(saved.access_groups), write: [] },
    all: { read: ["*"], write: ["*"] },
  };
  const option = roles.option(form.ListValue, "_rights", _("Rights"));
  option.value("", _("-- choose to fill in --"));
  option.value("look", _("Look only"));
  option.value("all", _("Everything"));
  option.renderWidget = async (sectionId, index, value) => {
    const line = E("div", { class: "cbi-value-description", "data-name": "reach" });
    lines.set(sectionId, line);
    judge(sectionId);
    return map.readonly === true
      ? line
      : E("div", {}, [await form.ListValue.prototype.renderWidget.call(option, sectionId, index, value), line]);
  };
  option.onchange = (_event, sectionId, choice) => {
    const lists = fills[choice];
    if (lists !== undefined) {
      roleOptions.get("read")?.getUIElement(sectionId)?.setValue(lists.read);
      roleOptions.get("write")?.getUIElement(sectionId)?.setValue(lists.write);
    }
  };
  return judge;
}
