/** Characters of the names in one selector: it may have 8 KiB, and be written into an address. */
const MOST_CHARACTERS = 2000;
/** Names in one selector, which may have 1,000 values. */
const MOST_NAMES = 400;

/** Names in chunks, each of which fits into a selector, also when it is there twice. */
export function nameChunks(names: readonly string[]): readonly (readonly string[])[] {
  const chunks: string[][] = [];
  let room = 0;
  for (const name of names) {
    room -= name.length + 1;
    let chunk = chunks.at(-1);
    if (chunk === undefined || room < 0 || chunk.length === MOST_NAMES) {
      chunk = [];
      chunks.push(chunk);
      room = MOST_CHARACTERS - name.length - 1;
    }
    chunk.push(name);
  }
  return chunks;
}
