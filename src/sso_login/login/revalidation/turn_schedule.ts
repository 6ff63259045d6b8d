/** The schedule of turns: which files of refresh tokens are due, and when the others are. */
import type { Io, UciSection } from "../../base/io";
import * as store from "../../base/store";
import * as refresh_tokens from "../../rpcd/refresh_tokens";
import type { StoredToken } from "../../rpcd/refresh_tokens";
import type { SsoSession } from "../../rpcd/rpcd_sessions";
import * as package_sections from "../../settings/package_sections";

/** The next thing to do with a file. */
export interface Turn {
  name: string;
  token: StoredToken;
  /** The session that the provider is to be asked about; undefined where it has ended, and the token is to go. */
  entry?: SsoSession;
  /** Unix time. */
  moment: number;
}

/** The moment at which the provider is to be asked again; undefined where the option is off. */
function moment_of(providers: UciSection[], token: StoredToken, now: number): number | undefined {
  const section = providers.find((provider) => provider.name === token.provider);
  const interval = section !== undefined ? refresh_tokens.interval_of(section.options.session_revalidate) : undefined;
  if (interval === undefined) {
    return undefined;
  }
  const moment = token.asked_at + interval;
  // The clock may have gone back.
  return store.is_fresh(token.asked_at, now, interval) ? moment : Math.min(moment, now);
}

/**
 * The turns of files; damaged ones are removed. The token of a live session stays also while the option is off: the change may be taken
 * back. `files` were listed before `live`, all live sessions, as the file of a new session is not to go. `sections` are those of the package.
 */
export function turns_of(io: Io, files: string[], live: SsoSession[], sections: UciSection[]): Turn[] {
  const now = io.time();
  const providers = package_sections.provider_sections(sections);
  const found: Turn[] = [];
  for (const name of files) {
    const entry = live.find((candidate) => refresh_tokens.name_of(candidate.sid) === name);
    const token = refresh_tokens.read(io, name);
    const moment = token === undefined || entry === undefined ? now : moment_of(providers, token, now);
    if (token === undefined) {
      refresh_tokens.remove(io, name);
    } else if (moment !== undefined) {
      found.push({ name, token, entry, moment });
    }
  }
  return found;
}

/** The turn of a provider that is due for the longest time. */
export function first_turn(all: Turn[], provider: string, now: number): Turn | undefined {
  let first: Turn | undefined;
  for (const turn of all) {
    const is_due = turn.token.provider === provider && turn.moment <= now;
    if (is_due && (first === undefined || turn.moment < first.moment)) {
      first = turn;
    }
  }
  return first;
}
