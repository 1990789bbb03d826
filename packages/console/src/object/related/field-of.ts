/** A path as it is shown: most are in the spec. */
export function fieldOf(index: string): string {
  return index.replace(/^spec\./, "");
}
