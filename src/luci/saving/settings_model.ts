/** The settings that the page edits, as one value with one owner: parts of the page draw from it, and report to it. No DOM in here. */
import { first } from "../../sso_login/base/public_names";
import type { SavedAnswer } from "../../sso_login/answers/ubus_answers";
import type { EditedOptions, EditedProvider, EditedRole, EditedSettings, Values } from "./changes";
import type { Providers } from "./providers";
import { createSections, type Sections } from "../kit/sections";

/** The settings that a part works with. */
export interface Work {
  /** The settings that were saved when the page began; those that are saved now may be others. */
  base: SavedAnswer;
  edited: () => EditedSettings;
}

export interface SettingsModel extends Work, Providers {
  providers: Sections<EditedProvider>;
  roles: Sections<EditedRole>;
  /** Takes the options of the first provider and of the router as their form has them. */
  setOptions: (options: EditedOptions) => void;
  /** Gives one of these options another value. */
  set: (option: string, value: string) => void;
  /** Takes a further provider as its dialog has it; what names it follows. */
  putProvider: (provider: EditedProvider, known?: EditedProvider) => void;
  /** Keeps whether the provider of an issuer offers a scope, as a check has found. */
  learnScope: (issuer: string, scope: string, isOffered: boolean) => void;
  /** Whether it offers that scope; undefined before a check has found it. */
  offersScope: (issuer: string, scope: string) => boolean | undefined;
  /** Calls a function after each change. */
  onChange(listener: () => void): void;
}

/** The option that names a provider. */
const auto_redirect = "auto_redirect";

/** The settings that a page begins with: those that are saved, or a draft beside those that it changes. */
export interface Start {
  base: SavedAnswer;
  edited?: EditedSettings;
}

export function createModel({ base, edited: draft }: Start): SettingsModel {
  const listeners: (() => void)[] = [];
  const tell = (): void => listeners.forEach((listener) => listener());
  let options: EditedOptions = {
    values: draft?.values ?? base.values,
    clientSecret: draft?.clientSecret ?? "",
    removeClientSecret: draft?.removeClientSecret ?? false,
  };
  const asSaved = <One extends { name: string }>(one: One): One & { savedName: string } => ({
    ...one,
    savedName: one.name,
  });
  const baseProviders = base.providers.map<EditedProvider>(asSaved);
  const baseRoles = base.roles.map<EditedRole>(asSaved);
  const providers = createSections(baseProviders, draft?.providers ?? baseProviders, tell);
  const roles = createSections(baseRoles, draft?.roles ?? baseRoles, tell);
  const setOptions = (now: EditedOptions): void => {
    if (JSON.stringify(now) !== JSON.stringify(options)) {
      options = now;
      tell();
    }
  };
  const set = (option: string, value: string): void =>
    setOptions({ ...options, values: { ...options.values, [option]: value } });
  const offers = new Map<string, boolean>();
  const valuesOf = (name: string): Values => (name === first ? options : providers.find(name))?.values ?? {};
  return {
    base,
    providers,
    roles,
    setOptions,
    set,
    edited: () => ({ ...options, providers: providers.kept(), roles: roles.kept() }),
    putProvider: (provider, known) => {
      const [from, to] = [known?.name, provider.name];
      providers.put(provider, known);
      if (from !== undefined && from !== to) {
        const renamed = (name: string): string => (name === from ? to : name);
        roles.change((role) => ({ ...role, provider: role.provider.map(renamed) }));
        set(auto_redirect, renamed(options.values[auto_redirect] ?? ""));
      }
    },
    learnScope: (issuer, scope, isOffered) => {
      offers.set(`${issuer} ${scope}`, isOffered);
      tell();
    },
    offersScope: (issuer, scope) => offers.get(`${issuer} ${scope}`),
    further: () => providers.names(),
    issuerOf: (name) => valuesOf(name)["issuer_url"] ?? "",
    onChange: (listener) => void listeners.push(listener),
  };
}
