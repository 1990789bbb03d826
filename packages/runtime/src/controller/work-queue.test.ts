import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { backgroundSlot } from "../background/background-slot.js";
import { WorkQueue, type Work, type WorkQueueOptions } from "./work-queue.js";

/** Resolves when the keys added before have had their slot, however busy the machine is: slots are given in the order they are asked for. */
async function slotsGiven(): Promise<void> {
  await delay(0);
  await backgroundSlot();
  await delay(0);
}

/** Work that ends when it is told to. */
function gatedWork(): { readonly work: Work; readonly begun: string[]; end(key: string): Promise<void> } {
  const begun: string[] = [];
  const gates = new Map<string, () => void>();
  return {
    begun,
    work: (key) => {
      begun.push(key);
      return new Promise((resolve) => gates.set(key, () => resolve(undefined)));
    },
    async end(key) {
      gates.get(key)?.();
      await slotsGiven();
    },
  };
}

const options = (overrides: Partial<WorkQueueOptions> = {}): WorkQueueOptions => ({
  concurrency: 2,
  onFailure: () => {},
  ...overrides,
});

describe("WorkQueue", () => {
  it("has room while few keys wait, and again once keys are worked on", async () => {
    const { work, begun, end } = gatedWork();
    const queue = new WorkQueue(work, options({ concurrency: 1 }));
    const stopping = new AbortController();
    let added = 0;
    const adding = (async () => {
      for (; added < 1010 && !stopping.signal.aborted; added++) {
        await queue.room(stopping.signal);
        queue.add(`key-${added}`);
      }
    })();
    await slotsGiven();
    // One is worked on.
    expect([added, queue.counts().waiting]).toEqual([1001, 1000]);
    await end("key-0");
    expect([added, begun.at(-1)]).toEqual([1002, "key-1"]);
    stopping.abort();
    await adding;
    await Promise.all([end("key-1"), queue.stop()]);
  });

  it("works on a key once however often it is added before its turn", async () => {
    const { work, begun, end } = gatedWork();
    const queue = new WorkQueue(work, options({ concurrency: 1 }));
    for (const key of ["a", "b", "b", "b"]) queue.add(key);
    await slotsGiven();
    expect(begun).toEqual(["a"]);
    await end("a");
    await end("b");
    expect([begun, queue.counts()]).toEqual([["a", "b"], { waiting: 0, active: 0, delayed: 0, failing: 0 }]);
  });

  it("works again on a key that was added meanwhile, but never twice at a time", async () => {
    const { work, begun, end } = gatedWork();
    const queue = new WorkQueue(work, options());
    queue.add("a");
    await slotsGiven();
    queue.add("a");
    queue.add("a");
    await slotsGiven();
    expect(begun).toEqual(["a"]);
    await end("a");
    expect(begun).toEqual(["a", "a"]);
  });

  it("works on as many keys at a time as it may", async () => {
    const { work, begun, end } = gatedWork();
    const queue = new WorkQueue(work, options({ concurrency: 2 }));
    for (const key of ["a", "b", "c", "d"]) queue.add(key);
    await slotsGiven();
    expect(begun).toEqual(["a", "b"]);
    await end("b");
    expect(begun).toEqual(["a", "b", "c"]);
  });

  it("is not held up by a key that waits for its own turn", async () => {
    const { work, begun } = gatedWork();
    const queue = new WorkQueue(work, options({ concurrency: 2 }));
    queue.add("a");
    await slotsGiven();
    queue.add("a");
    queue.add("b");
    await slotsGiven();
    expect(begun).toEqual(["a", "b"]);
  });

  describe("with time in hand", () => {
    beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(1));
    afterEach(() => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    });

    it("tries a failed key again, each time after twice as long, and begins again with 5 ms once it succeeds", async () => {
      vi.useFakeTimers();
      const retries: number[] = [];
      let fails = true;
      const work: Work = async () => {
        if (fails) throw new Error("not yet");
      };
      const queue = new WorkQueue(work, options({ onFailure: ({ retryInMs }) => void retries.push(retryInMs) }));
      queue.add("a");
      await vi.advanceTimersByTimeAsync(5 + 10 + 20 + 1);
      expect(retries).toEqual([5, 10, 20, 40]);
      expect([...queue.failing()]).toMatchObject([{ key: "a", attempts: 4 }]);
      fails = false;
      await vi.advanceTimersByTimeAsync(40);
      expect([...queue.failing()]).toEqual([]);
      fails = true;
      queue.add("a");
      await vi.advanceTimersByTimeAsync(0);
      expect(retries.at(-1)).toBe(5);
    });

    it("waits at most 1,000 seconds", async () => {
      vi.useFakeTimers();
      const retries: number[] = [];
      const queue = new WorkQueue(
        () => Promise.reject(new Error("never")),
        options({ onFailure: ({ retryInMs }) => void retries.push(retryInMs) }),
      );
      queue.add("a");
      await vi.advanceTimersByTimeAsync(2 * 60 * 60_000);
      expect(Math.max(...retries)).toBe(1_000_000);
    });

    it("spreads the tries of keys that failed together", async () => {
      vi.useFakeTimers();
      vi.mocked(Math.random).mockRestore();
      const retries: number[] = [];
      const queue = new WorkQueue(
        () => Promise.reject(new Error("never")),
        options({ onFailure: ({ attempt, retryInMs }) => void (attempt === 8 && retries.push(retryInMs)) }),
      );
      for (let key = 0; key < 50; key += 1) queue.add(`${key}`);
      await vi.advanceTimersByTimeAsync(2000);
      expect(retries).toHaveLength(50);
      expect(Math.min(...retries)).toBeGreaterThanOrEqual(320);
      expect(Math.max(...retries)).toBeLessThanOrEqual(640);
      expect(new Set(retries).size).toBeGreaterThan(20);
    });

    it("forgets the time that a key asked for when it is worked on before", async () => {
      vi.useFakeTimers();
      const begun: string[] = [];
      const queue = new WorkQueue(async (key) => {
        begun.push(key);
        return begun.length === 1 ? { againInMs: 1000 } : undefined;
      }, options());
      queue.add("a");
      await vi.advanceTimersByTimeAsync(10);
      queue.add("a");
      await vi.advanceTimersByTimeAsync(5000);
      expect(begun).toEqual(["a", "a"]);
    });

    it("comes back to a key that asked for it", async () => {
      vi.useFakeTimers();
      const begun: string[] = [];
      const queue = new WorkQueue(async (key) => {
        begun.push(key);
        return { againInMs: 1000 };
      }, options());
      queue.add("a");
      await vi.advanceTimersByTimeAsync(2500);
      expect(begun).toEqual(["a", "a", "a"]);
    });

    it("stops: starts nothing more, and leaves no timer behind", async () => {
      vi.useFakeTimers();
      const begun: string[] = [];
      const queue = new WorkQueue((key) => {
        begun.push(key);
        return Promise.reject(new Error("never"));
      }, options());
      queue.add("a");
      await vi.advanceTimersByTimeAsync(0);
      await queue.stop();
      queue.add("b");
      await vi.advanceTimersByTimeAsync(60_000);
      expect([begun, vi.getTimerCount(), queue.counts().delayed]).toEqual([["a"], 0, 0]);
    });
  });

  it("waits, when stopped, for what is under way", async () => {
    const { work, end } = gatedWork();
    const queue = new WorkQueue(work, options());
    queue.add("a");
    await slotsGiven();
    let stopped = false;
    const stopping = queue.stop().then(() => {
      stopped = true;
    });
    await delay(5);
    expect(stopped).toBe(false);
    await end("a");
    await stopping;
  });
});
