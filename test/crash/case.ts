/** The form of a case of the crash suite. */
import type { Stage } from "./stage.ts";

/** Runs and reports one member of a series. */
export type Report = (title: string, body: () => Promise<void>) => Promise<void>;

export interface Case {
  title: string;
  run: (stage: Stage) => Promise<void>;
}

/** Cases of which only their run tells how many they are. */
export interface Series {
  title: string;
  series: (stage: Stage, report: Report) => Promise<void>;
}

export type Entry = Case | Series;
