/** What follows `cmgen` on a line that works, and what that is for. */
export type Example = readonly [words: string, purpose: string];

/** Each on lines of its own, to be pasted. */
export function printExamples(examples: readonly Example[]): string {
  return `Examples:\n${examples.map(([words, purpose]) => `  # ${purpose}\n  cmgen ${words}`).join("\n")}`;
}
