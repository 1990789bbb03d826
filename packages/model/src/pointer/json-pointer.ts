/** Prints the JSON Pointer (RFC 6901) of the value reached by `segments`; none is the whole document, `""`. */
export function printPointer(segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${escapePointer(String(segment))}`).join("");
}

/**
 * The segments of a JSON Pointer.
 * @throws {SyntaxError} where `pointer` is neither empty nor starts with `/`, or has a `~` that escapes nothing.
 */
export function parsePointer(pointer: string): string[] {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) {
    throw new SyntaxError(`A JSON Pointer is empty or starts with "/": ${JSON.stringify(pointer)}`);
  }
  return pointer.slice(1).split("/").map(unescapePointer);
}

/** A member's name as a segment of a JSON Pointer (RFC 6901, 3). */
export function escapePointer(segment: string): string {
  return segment.replaceAll("~", "~0").replaceAll("/", "~1");
}

function unescapePointer(segment: string): string {
  if (/~(?![01])/.test(segment)) {
    throw new SyntaxError(`"~" in a JSON Pointer is followed by 0 or 1: ${JSON.stringify(segment)}`);
  }
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}
