/** Settings as the service answers them, and as the page holds them. */
import type { EditedSettings, Role, SavedSettings } from "../../../src/luci/changes";

export function role(name: string, lists: Partial<Role> = {}): Role {
  return { name, email: [], group: [], sub: [], client: [], access: [], read: [], write: [], ...lists };
}

export function savedSettings(changes: Partial<SavedSettings> = {}): SavedSettings {
  const settings = {
    values: {},
    roles: [],
    client_secret_set: true,
    access_groups: [],
    pages: [],
    logins: ["root"],
    version: "0",
  };
  return { ...settings, ...changes };
}

/** The page before anything is edited. */
export function shown({ values, roles }: SavedSettings): EditedSettings {
  return {
    values: { ...values },
    clientSecret: "",
    removeClientSecret: false,
    roles: structuredClone(roles).map((saved) => ({ ...saved, savedName: saved.name })),
  };
}
