/** The fields of the roles: they come and go, and are collected. */
import { roleLists, type EditedRole } from "./changes";
import { keepShown, savedNameKey, shown, type Parts } from "./form_parts";
import { addRightsField } from "./rights_field";
import { memberProblem, roleNameProblem } from "./validation";

/** Adds the fields of a role. */
export function addRoleFields(parts: Parts): void {
  const { roles, roleOptions, saved, map } = parts;
  const name = roles.option(form.Value, "name", _("Name"), _("Sessions bear the name of the first role that fits."));
  name.validate = (sectionId, value) => {
    const others = roles.cfgsections().filter((other) => other !== sectionId);
    const names = others.map((other) => shown(name, other));
    return roleNameProblem(value.trim(), names, saved.logins) ?? true;
  };
  roleOptions.set("name", name);
  const texts = {
    email: [_("E-mail addresses"), _("Who has one of them has this role. Upper and lower case are the same.")],
    group: [_("Groups"), _("Who is in one of them at the provider has this role. They are compared exactly.")],
    read: [
      _("May read"),
      _(
        "Access groups of this router. Patterns are possible: * stands for all, and a leading ! takes away: !luci-app-x.",
      ),
    ],
    write: [_("May change"), _("Whoever may change may also read: these need not stand above as well.")],
  } as const;
  const judge = addRightsField(parts);
  for (const list of roleLists) {
    const [title, help] = texts[list];
    const option = roles.option(form.DynamicList, list, title, help);
    option.validate = (_section, value) => memberProblem(value) ?? true;
    // LuCI's choice has a text field that stays enabled in a form that is only to be read.
    if (list === "read" || list === "write") {
      option.onchange = (_event, sectionId) => judge(sectionId);
    }
    if ((list === "read" || list === "write") && map.readonly !== true) {
      option.value("*", _("* (everything)"));
      for (const group of saved.access_groups) {
        option.value(group.name, group.description === "" ? group.name : `${group.name} (${group.description})`);
      }
    }
    roleOptions.set(list, option);
  }
}

/** Adding and removing roles must not depend on whether everything else is right, as LuCI's own functions do. */
export function letRolesComeAndGo(parts: Parts): void {
  const { roles, map, saved } = parts;
  // JSONMap would count sections for the next name, which gives one twice after a removal.
  let next = saved.roles.length;
  roles.handleAdd = () => {
    keepShown(parts);
    map.data.add("json", "role", `role_${next}`);
    next += 1;
    return map.render();
  };
  roles.handleRemove = (sectionId) => {
    keepShown(parts);
    map.data.remove("json", sectionId);
    return map.render();
  };
}

function listOf(value: string | string[] | null): string[] {
  const members = typeof value === "string" ? [value] : (value ?? []);
  return members.filter((member) => member !== "");
}

/** A role as the page shows it. */
export function collectRole(parts: Parts, sectionId: string): EditedRole {
  const value = (key: string): string | string[] | null => parts.map.data.get("json", sectionId, key);
  const savedName = value(savedNameKey);
  return {
    name: shown(parts.roleOptions.get("name"), sectionId),
    email: listOf(value("email")),
    group: listOf(value("group")),
    read: listOf(value("read")),
    write: listOf(value("write")),
    savedName: typeof savedName === "string" ? savedName : undefined,
  };
}
