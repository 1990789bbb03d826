import { expect } from "vitest";

/** A change as a watch tells it. */
export interface WatchedChange {
  readonly type: string;
  readonly object: Readonly<Record<string, unknown>>;
}

/** How long changes are waited for that do not come. */
const PATIENCE_MS = 10_000;

/** The first changes of a watch; all up to its end, where it ends earlier, or those that came in time. */
export async function watched(url: string, count: number): Promise<readonly WatchedChange[]> {
  const leave = new AbortController();
  const response = await fetch(url, { signal: leave.signal });
  expect(response.status).toBe(200);
  const events: WatchedChange[] = [];
  let text = "";
  const late = setTimeout(() => leave.abort(), PATIENCE_MS);
  try {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk as Uint8Array).toString();
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) {
        const event = JSON.parse(line) as WatchedChange;
        if (event.type !== "BOOKMARK") events.push(event);
      }
      if (events.length >= count) break;
    }
  } catch (error) {
    if (!leave.signal.aborted) throw error;
  }
  clearTimeout(late);
  leave.abort();
  return events.slice(0, count);
}
