/**
 * The values of a stream of newline-delimited JSON, as they come. A line that the stream breaks off in is left out: its sender did
 * not finish it.
 */
export async function* readNdjson(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let begun: string[] = [];
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const lines = decoder.decode(chunk.value, { stream: true }).split("\n");
      const last = lines.pop() ?? "";
      for (const line of lines) {
        const whole = begun.join("") + line;
        begun = [];
        if (whole.trim() !== "") yield JSON.parse(whole);
      }
      begun.push(last);
    }
  } finally {
    await reader.cancel();
  }
}
