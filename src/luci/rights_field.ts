/** The field of a role that says how far its rights reach, and fills in some that reach no farther than is meant. */
import type { Lists } from "../sso_login/session/lists";
import type { Parts } from "./form_parts";
import { lookingGroups, reachText } from "./rights";

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
