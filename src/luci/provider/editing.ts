/** The settings under edit as the trials see them: those of the page, or of a provider's dialog. */
import type { EditedSettings } from "../saving/changes";
import type { ProblemList } from "../kit/problems";
import type { Place } from "./settings_problems";

export interface Editing {
  /** The settings; undefined after their problems have been shown in a place. */
  collect: (messages: ProblemList) => EditedSettings | undefined;
  /** The one provider that is tried; all without it. */
  provider?: () => string;
  valueOf: (option: string, provider?: string) => string;
  /** Puts a value into an option's field; of a further provider, in its dialog. */
  set: (option: string, value: string, provider?: string) => unknown;
  lead: (place: Place) => unknown;
  /** Opens the page again, with what is saved by now and with what is not. */
  reopen: () => void;
}
