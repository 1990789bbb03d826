/**
 * The lines of a text that arrives in pieces, several at a time.
 *
 * @param brokenOff the message of the error if it breaks off.
 * @throws {Error} if it does, or the signal's reason.
 */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  brokenOff: string,
): AsyncGenerator<readonly string[], void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let begun = "";
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const lines = (begun + decoder.decode(chunk.value, { stream: true })).split("\n");
      begun = lines.pop() ?? "";
      if (lines.length > 0) yield lines;
    }
  } catch (error) {
    // Browsers throw a TypeError where the connection ends.
    throw error instanceof TypeError ? new Error(brokenOff, { cause: error }) : error;
  } finally {
    await reader.cancel().catch(() => {});
  }
  if (begun !== "") throw new Error(brokenOff);
}
