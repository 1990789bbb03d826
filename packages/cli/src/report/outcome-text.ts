import type { FileChange } from "@cmgen/generator";

/** Why a file may not be touched, as the end of a sentence. */
export const conflictReasons = {
  edited: "was edited since it was generated.",
  foreign: "is in the way: the last run did not write it.",
} as const;

/** How many files a run wrote, removed and left. */
export function summary(changes: readonly FileChange[], unchanged: number): string {
  if (changes.length === 0) return `Nothing to change; ${count(unchanged, "file")} up to date.`;
  const removed = changes.filter(({ after }) => after === undefined).length;
  const written = changes.length - removed;
  const parts = [
    `${count(written, "file")} written`,
    ...(removed > 0 ? [`${removed} removed`] : []),
    `${unchanged} unchanged`,
  ];
  return `${parts.join(", ")}.`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
