/** A line of a file. */
export interface TextLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** Why it cannot be read. */
  readonly problem?: string;
}

/**
 * The lines of a text in UTF-8, without their `\n`. Only that ends a line: texts may have other separators in them.
 *
 * @param maxBytes of a line. The text of a larger one is left out.
 */
export async function* textLines(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<TextLine, void> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  const add = (part: Uint8Array): void => {
    size += part.byteLength;
    if (size > maxBytes) parts = [];
    else parts.push(part);
  };
  const take = (): TextLine => {
    const line = size > maxBytes ? tooLarge(number, maxBytes) : decoded(number, parts);
    parts = [];
    size = 0;
    number += 1;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, end));
      start = end + 1;
      yield take();
    }
    add(chunk.subarray(start));
  }
  if (size > 0) yield take();
}

function tooLarge(number: number, maxBytes: number): TextLine {
  return { number, text: "", problem: `It is larger than ${maxBytes} bytes.` };
}

function decoded(number: number, parts: readonly Uint8Array[]): TextLine {
  try {
    // A byte order mark at the beginning of a file is none of its text.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: number > 1 }).decode(Buffer.concat(parts));
    return { number, text };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { number, text: "", problem: "It is not valid UTF-8." };
  }
}
