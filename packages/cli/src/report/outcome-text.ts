import type { FileChange } from "@cmgen/generator";

/** Why a file may not be touched, as the end of a sentence. */
export const conflictReasons = {
  edited: "was edited since it was generated.",
  foreign: "is in the way: the last run did not write it.",
} as const;

/** How many files a run wrote, removed and left, or would if it were not a dry one. */
export function summary(changes: readonly FileChange[], unchanged: number, isDry = false): string {
  if (changes.length === 0) return `Nothing to change; ${count(unchanged, "file")} up to date.`;
  const removed = changes.filter(({ after }) => after === undefined).length;
  const written = changes.length - removed;
  const parts = [
    `${count(written, "file")} ${isDry ? "would be " : ""}written`,
    ...(removed > 0 ? [`${removed} removed`] : []),
    `${unchanged} unchanged`,
  ];
  return `${parts.join(", ")}.`;
}

/** What becomes of a file, as a line. */
export function changeLine({ path, before, after }: FileChange): string {
  const what = after === undefined ? "remove" : before === undefined ? "create" : "update";
  return `${what}  ${path}\n`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
