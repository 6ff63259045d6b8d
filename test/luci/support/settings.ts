/** Settings as the service answers them, and as the page holds them. */
import type { EditedSettings } from "../../../src/luci/saving/changes";
import type { RoleAnswer, SettingsAnswer } from "../../../src/sso_login/answers/ubus_answers";

export function role(name: string, lists: Partial<RoleAnswer> = {}): RoleAnswer {
  return { name, email: [], group: [], sub: [], client: [], access: [], provider: [], read: [], write: [], ...lists };
}

export function savedSettings(changes: Partial<SettingsAnswer> = {}): SettingsAnswer {
  const settings: SettingsAnswer = {
    values: {},
    providers: [],
    roles: [],
    client_secret_set: true,
    access_groups: [],
    pages: [],
    logins: ["root"],
    version: "0",
    sessions: [],
    password_login: {
      state: "on",
      seconds_left: 0,
      faults: [],
      way_back: "key",
      password_sessions: [],
      root_without_password: false,
      single_administrator: false,
    },
  };
  return { ...settings, ...changes };
}

/** The page before anything is edited. */
export function shown({ values, providers, roles }: SettingsAnswer): EditedSettings {
  return {
    values: { ...values },
    providers: structuredClone(providers).map((saved) => ({ ...saved, savedName: saved.name })),
    clientSecret: "",
    removeClientSecret: false,
    roles: structuredClone(roles).map((saved) => ({ ...saved, savedName: saved.name })),
  };
}
