/**
 * Unsaved settings, kept by the browser's tab while its user logs in again. The client secret is never kept, as the next user of
 * the tab could read it. No DOM in here.
 */
import type { SavedAnswer } from "../../sso_login/entry_points/ubus_answers";
import { uciCalls, type EditedSettings } from "./changes";
import { merge, type Base } from "./merge";

const key = "sso-login.draft";

/** Milliseconds for which a draft is valid. */
const lifetime = 3_600_000;

/** A part of the browser's `Storage`. */
export interface Shelf {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

interface Draft {
  /** The version of the package: another one may have other options. */
  version: string;
  at: number;
  /** The saved settings that the page began with. */
  base: Base;
  edited: EditedSettings;
  /** A client secret had been typed. */
  hadSecret: boolean;
}

/** The draft from before the login, merged with the settings that are saved now. */
export interface RestoredDraft {
  edited: EditedSettings;
  hadSecret: boolean;
}

/** Keeps the edited settings; false where the browser stores nothing. */
export function keepDraft(
  shelf: Shelf,
  { values, providers, roles, version }: SavedAnswer,
  edited: EditedSettings,
): boolean {
  const draft: Draft = {
    ...{ version, at: Date.now(), base: { values, providers, roles } },
    edited: {
      ...edited,
      clientSecret: "",
      providers: edited.providers.map((provider) => ({ ...provider, clientSecret: "" })),
    },
    hadSecret: [edited, ...edited.providers].some(({ clientSecret }) => Boolean(clientSecret)),
  };
  try {
    shelf.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Takes the draft out of the storage; undefined without a usable one. */
function takeDraft(shelf: Shelf, version: string): Draft | undefined {
  try {
    const draft = JSON.parse(shelf.getItem(key) ?? "null") as Draft | null;
    shelf.removeItem(key);
    const isFresh = draft !== null && draft.version === version && Date.now() - draft.at < lifetime;
    return isFresh && draft.at <= Date.now() ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** The draft, if it still differs from the saved settings. It is given out once. */
export function restoreDraft(shelf: Shelf, now: SavedAnswer): RestoredDraft | undefined {
  const draft = takeDraft(shelf, now.version);
  if (draft === undefined) {
    return undefined;
  }
  const { edited } = merge(draft.base, now, draft.edited);
  const hasChanges = draft.hadSecret || uciCalls(now, edited).length > 0;
  return hasChanges ? { edited, hadSecret: draft.hadSecret } : undefined;
}
