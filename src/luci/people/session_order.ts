/** The order of sessions: people by their newest session, and each one's sessions together, the newest first. */
export function byPerson<Session extends { who: string; since?: number }>(sessions: Session[]): Session[] {
  const sorted = [...sessions].sort((one, other) => (other.since ?? 0) - (one.since ?? 0));
  const people = [...new Set(sorted.map(({ who }) => who))];
  return people.flatMap((person) => sorted.filter(({ who }) => who === person));
}
