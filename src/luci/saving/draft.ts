/** Unsaved settings, kept by the browser's tab while its user logs in again, but for secrets: the tab's next user could read them. No DOM in here. */
import type { SavedAnswer } from "../../sso_login/answers/ubus_answers";
import { uciCalls, type EditedSettings } from "./changes";
import { merge, type SavedSettings } from "./merge";
import type { Start } from "./settings_model";

const key = "sso-login.draft";

const lifetime = 3_600_000;

/** The storage of the browser's tab; one that is told to store nothing refuses it at each access. */
function shelf(): { [method in "getItem" | "removeItem"]: (name: string) => string | null } & {
  setItem: (name: string, text: string) => void;
} {
  return (globalThis as unknown as { sessionStorage: ReturnType<typeof shelf> }).sessionStorage;
}

/** Keeps a value in the tab; false where the browser stores nothing. */
export function keep(name: string, value: object): boolean {
  try {
    shelf().setItem(name, JSON.stringify({ at: Date.now(), value }));
    return true;
  } catch {
    return false;
  }
}

/** Takes a value out of the tab; undefined without one that is younger than so many milliseconds. */
export function take(name: string, maxAge: number): unknown {
  try {
    const kept = JSON.parse(shelf().getItem(name) ?? "null") as { at?: unknown; value?: unknown } | null;
    shelf().removeItem(name);
    const age = Date.now() - Number(kept?.at);
    return age >= 0 && age < maxAge ? kept?.value : undefined;
  } catch {
    return undefined;
  }
}

interface Draft {
  /** The version of the package: another one may have other options. */
  version: string;
  /** The saved settings that the page began with. */
  base: SavedSettings;
  edited: EditedSettings;
  /** A client secret had been typed. */
  hadSecret: boolean;
}

/** Keeps the edited settings; false where the browser stores nothing. */
export function keepDraft({ values, providers, roles, version }: SavedAnswer, edited: EditedSettings): boolean {
  const without = { clientSecret: "" };
  const draft: Draft = {
    version,
    base: { values, providers, roles },
    edited: { ...edited, ...without, providers: edited.providers.map((one) => ({ ...one, ...without })) },
    hadSecret: [edited, ...edited.providers].some(({ clientSecret }) => Boolean(clientSecret)),
  };
  return keep(key, draft);
}

/**
 * The draft, if it still differs from the saved settings `now`, and its `base`, the settings that it changes. It is given out once. Without
 * conflicts it is merged into `now`, which is its base then. With conflicts it stays as it was left, beside the base that it was begun with, so
 * that a save asks about them.
 */
export function restoreDraft(now: SavedAnswer): (Required<Start> & Pick<Draft, "hadSecret">) | undefined {
  const draft = take(key, lifetime) as Draft | undefined;
  if (draft?.version !== now.version) {
    return undefined;
  }
  const { base, hadSecret } = draft;
  const { edited, conflicts } = merge(base, now, draft.edited);
  if (!hadSecret && uciCalls(now, edited).length === 0) {
    return undefined;
  }
  const start = conflicts.length > 0 ? { base: { ...now, ...base }, edited: draft.edited } : { base: now, edited };
  return { ...start, hadSecret };
}
