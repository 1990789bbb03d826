/** Names that are shown, at most. */
const MOST_SHOWN = 8;

/** The time that it takes to compare names grows with their length, and anybody may send one. */
const LONGEST_COMPARED = 100;

/** Says, as the end of a sentence, which roles may be meant by a name that none has: those with nearly that name, else some. */
export function roleHint(role: string, known: Iterable<string>): string {
  const names = [...known].toSorted();
  const near = nearest(role, names);
  if (near.length > 0) return `did you mean ${shown(near)}?`;
  // Those of a single resource would be most of them.
  return `roles are ${shown(names.filter((name) => !name.includes(":")))}`;
}

function shown(names: readonly string[]): string {
  return names.slice(0, MOST_SHOWN).join(", ");
}

/** Of the names of which at most a third differs, those of which the least does. */
function nearest(role: string, names: readonly string[]): readonly string[] {
  if (role.length > LONGEST_COMPARED) return [];
  const apart = names.map((name) => distance(role, name));
  const least = Math.min(...apart);
  return least <= Math.max(1, Math.round(role.length / 3)) ? names.filter((_, at) => apart[at] === least) : [];
}

/** How many letters must be put in, taken out or replaced to make one text of the other. */
function distance(from: string, to: string): number {
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const [left = 0, above = 0, before = 0] = [current[column], last[column + 1], last[column]];
      current.push(Math.min(left + 1, above + 1, before + (letter === other ? 0 : 1)));
    }
    last = current;
  }
  return last.at(-1) ?? 0;
}
