import { beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "@cmgen/runtime";
import { ChangeSource } from "../../packages/runtime/src/watch/change-source.js";
import { printNdjson } from "../../packages/runtime/src/watch/watch-events.js";
import { VersionView } from "../../packages/runtime/src/version/version-view.js";
import { watchObjects } from "../../packages/runtime/src/watch/watch-objects.js";
import type { WatchOutput, WatchStream } from "../../packages/runtime/src/watch/watch-stream.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

interface Event {
  readonly type: string;
  readonly object: { readonly code?: string };
}

/** A client that reads nothing until it is told to. */
class SlowClient implements WatchOutput {
  isEnded = false;
  #text = "";
  #onDrain: (() => void) | undefined;
  #reads = false;

  write(text: Buffer, onDrain: () => void): boolean {
    this.#text += text.toString();
    this.#onDrain = onDrain;
    return this.#reads;
  }

  end(): void {
    this.isEnded = true;
  }

  read(): void {
    this.#reads = true;
    this.#onDrain?.();
  }

  events(): readonly Event[] {
    const lines = this.#text.trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as Event);
  }
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
  const watch = async (): Promise<[WatchStream, SlowClient]> => {
    const resource = { view: new VersionView(sampleModel), changes, ends: await changes.ends(), log: silentLog };
    const stream = watchObjects(resource, { selection: { fields: [], labels: [] } }, printNdjson);
    const client = new SlowClient();
    stream.start(client);
    return [stream, client];
  };
  /** Writes more than is kept in memory. */
  const writeMuch = async (): Promise<void> => {
    const data = Buffer.from(JSON.stringify({ note: "x".repeat(2_000_000) }));
    for (let number = 0; number < 12; number += 1) {
      await database.store.create(sampleModel, { ...sampleRecord(`n${(written += 1)}`), data });
    }
    await expect.poll(() => changes.newest).toBe(written);
  };

  it("ends with a reason when it falls further and further behind", async () => {
    const [stream, client] = await watch();
    const now = performance.now();
    await writeMuch();
    stream.tick(now + 31_000);
    await writeMuch();
    stream.tick(now + 62_000);
    expect(client.isEnded).toBe(true);
    expect(client.events().map(({ type, object }) => object.code ?? type)).toEqual(["BOOKMARK", "Expired"]);
  });

  it("goes on when it is far behind and catches up", async () => {
    const [stream, client] = await watch();
    const now = performance.now();
    await writeMuch();
    stream.tick(now + 31_000);
    stream.tick(now + 62_000);
    client.read();
    await expect.poll(() => client.events().filter(({ type }) => type === "ADDED")).toHaveLength(12);
    expect(client.isEnded).toBe(false);
  });
});
