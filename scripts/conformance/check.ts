/** Rules and marks held against each other. */
import type { Marks } from "./marks";
import { type Rule, checkRules } from "./rules";

export interface Summary {
  /** What is wrong with rules and marks, a line each. */
  problems: string[];
  untested: Rule[];
  /** `rules N, tested N, untested N` */
  counts: string;
}

/** Says what the marks leave open. Rules of kind background are not counted; a mark that names one is a problem. */
export function summarize(rules: readonly Rule[], { marks, problems }: Marks): Summary {
  const counted = rules.filter(({ kind }) => kind === undefined);
  const known = new Set(counted.map(({ id }) => id));
  const unknown = marks
    .filter(({ rule }) => !known.has(rule))
    .map(({ rule, file, line }) => `${file}:${line}: there is no rule ${rule}`);
  const marked = new Set(marks.map(({ rule }) => rule));
  const untested = counted.filter(({ id }) => !marked.has(id));
  return {
    problems: [...checkRules(rules), ...problems, ...unknown],
    untested,
    counts: `rules ${counted.length}, tested ${counted.length - untested.length}, untested ${untested.length}`,
  };
}
