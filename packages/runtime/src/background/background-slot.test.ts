import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { backgroundSlot } from "./background-slot.js";

/** Takes slots of the event loop as requests do. */
async function requests(number: number, milliseconds: number): Promise<void> {
  for (let request = 0; request < number; request += 1) {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    await setImmediate();
  }
}

describe("backgroundSlot", () => {
  it("waits while requests are served, but not forever", async () => {
    const begun = performance.now();
    const end = new Promise<string>((resolve) => void requests(4, 1).then(() => resolve("requests")));
    const first = await Promise.race([end, backgroundSlot().then(() => "background")]);
    if (first === "background") expect(performance.now() - begun).toBeGreaterThanOrEqual(20);

    const endless = { until: performance.now() + 2_000, isOver: false };
    const serve = async (): Promise<void> => {
      while (performance.now() < endless.until && !endless.isOver) await requests(1, 1);
    };
    const served = serve();
    await backgroundSlot();
    expect(performance.now()).toBeLessThan(endless.until);
    endless.isOver = true;
    await served;
  });

  it("gives slots one after another, in the order in which they were asked for", async () => {
    const given: string[] = [];
    let loops = 0;
    const counting = { isOver: false };
    const count = async (): Promise<void> => {
      for (; !counting.isOver; loops += 1) await setImmediate();
    };
    void count();
    const slots: number[] = [];
    await Promise.all(
      ["a", "b", "c"].map(async (name) => {
        await backgroundSlot();
        given.push(name);
        slots.push(loops);
      }),
    );
    counting.isOver = true;
    expect(given).toEqual(["a", "b", "c"]);
    expect(new Set(slots).size).toBe(3);
  });
});
