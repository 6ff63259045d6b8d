/** Settings as the service answers them, and as the page holds them. */
import type { EditedSettings, Role, SavedSettings } from "../../../src/luci/changes";

export function role(name: string, lists: Partial<Role> = {}): Role {
  return { name, email: [], group: [], sub: [], client: [], access: [], provider: [], read: [], write: [], ...lists };
}

export function savedSettings(changes: Partial<SavedSettings> = {}): SavedSettings {
  const settings = {
    values: {},
    providers: [],
    roles: [],
    client_secret_set: true,
    access_groups: [],
    pages: [],
    logins: ["root"],
    version: "0",
    jwks: "",
  };
  return { ...settings, ...changes };
}

/** The page before anything is edited. */
export function shown({ values, providers, roles }: SavedSettings): EditedSettings {
  return {
    values: { ...values },
    providers: structuredClone(providers).map((saved) => ({ ...saved, savedName: saved.name })),
    clientSecret: "",
    removeClientSecret: false,
    roles: structuredClone(roles).map((saved) => ({ ...saved, savedName: saved.name })),
  };
}
