/** The lines of a stream as they arrive, without blank ones. A last line without its line feed is left out: its sender did not finish it. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
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
        if (whole.trim() !== "") yield whole;
      }
      begun.push(last);
    }
  } finally {
    await reader.cancel();
  }
}
