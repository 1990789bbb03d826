import { beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "@cmgen/runtime";
import { ChangeSource } from "../../packages/runtime/src/watch/change-source.js";
import { printNdjson } from "../../packages/runtime/src/watch/watch-events.js";
import { VersionView } from "../../packages/runtime/src/version/version-view.js";
import { watchObjects } from "../../packages/runtime/src/watch/watch-objects.js";
import type { WatchStream } from "../../packages/runtime/src/watch/watch-stream.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

interface Event {
  readonly type: string;
  readonly object: { readonly code?: string };
}

describe("a watch's stream", () => {
  let database: TestDatabase;
  let changes: ChangeSource;
  let written = 0;
  beforeEach(async () => {
    written = 0;
    database = await openTestDatabase("sqlite memory", [sampleModel]);
    changes = new ChangeSource(database.store, silentLog);
    return async () => {
      await changes.stop();
      await database.close();
    };
  });
  const watch = (): Promise<WatchStream> =>
    watchObjects(
      { view: new VersionView(sampleModel), store: database.store, changes, log: silentLog },
      { selection: { fields: [], labels: [] } },
      { print: printNdjson, signal: new AbortController().signal },
    );
  /** Writes more than is kept in memory. */
  const writeMuch = async (): Promise<void> => {
    const data = Buffer.from(JSON.stringify({ note: "x".repeat(2_000_000) }));
    for (let number = 0; number < 12; number += 1) {
      await database.store.create(sampleModel, { ...sampleRecord(`n${(written += 1)}`), data });
    }
    await expect.poll(() => changes.newest).toBe(written);
  };
  const eventsOf = async (stream: WatchStream): Promise<readonly Event[]> => {
    let text = "";
    for await (const chunk of stream) text += String(chunk);
    return text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Event);
  };

  it("ends with a reason when it falls further and further behind", async () => {
    const stream = await watch();
    const now = performance.now();
    await writeMuch();
    stream.tick(now + 31_000);
    await writeMuch();
    stream.tick(now + 62_000);
    const events = await eventsOf(stream);
    expect(events.map(({ type, object }) => object.code ?? type)).toEqual(["BOOKMARK", "Expired"]);
  });

  it("goes on when it is far behind and catches up", async () => {
    const stream = await watch();
    const now = performance.now();
    await writeMuch();
    stream.tick(now + 31_000);
    stream.tick(now + 62_000);
    setTimeout(() => void changes.stop(), 1000);
    expect((await eventsOf(stream)).filter(({ type }) => type === "ADDED")).toHaveLength(12);
  });
});
