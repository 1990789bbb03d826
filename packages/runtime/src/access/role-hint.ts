import { closestName } from "@cmgen/model/closest-name";

/** Names that are shown, at most. */
const MOST_SHOWN = 8;

/** The time that it takes to compare names grows with their length, and anybody may send one. */
const LONGEST_COMPARED = 100;

/** Says, as the end of a sentence, which role may be meant by a name that none has: the one with nearly that name, else some. */
export function roleHint(role: string, known: Iterable<string>): string {
  const names = [...known].toSorted();
  const near = role.length > LONGEST_COMPARED ? undefined : closestName(role, names);
  if (near !== undefined) return `did you mean ${near}?`;
  // Those of a single resource would be most of them.
  const shown = names.filter((name) => !name.includes(":"));
  return `roles are ${shown.slice(0, MOST_SHOWN).join(", ")}`;
}
