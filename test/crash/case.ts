/** The form of a case of the crash suite. */
import type { Stage } from "./stage.ts";

/** Runs and reports one member of a series. */
export type Report = (title: string, body: () => Promise<void>) => Promise<void>;

export type Run = (stage: Stage) => Promise<void>;

/** Cases by title. */
export type Cases = Readonly<Record<string, Run>>;

/** Cases of which only their run tells how many they are, by title. */
export type Series = Readonly<Record<string, (stage: Stage, report: Report) => Promise<void>>>;
