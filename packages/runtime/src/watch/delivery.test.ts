import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { Delivery, type Receiver } from "./delivery.js";
import type { Round } from "./round.js";

describe("Delivery", () => {
  const deliveries: Delivery[] = [];
  afterEach(() => {
    for (const delivery of deliveries.splice(0)) delivery.stop();
  });

  const busy = (milliseconds: number): void => {
    for (const start = performance.now(); performance.now() - start < milliseconds;);
  };

  it("leaves the rest of the service a tick of the event loop after each slice", async () => {
    const delivery = new Delivery(() => 1);
    deliveries.push(delivery);
    let ticks = 0;
    const ticksAt: number[] = [];
    let isOver = false;
    const tick = (): void => {
      ticks += 1;
      if (!isOver) setImmediate(tick);
    };
    setImmediate(tick);
    const rounds = new Set<Round>();
    for (let number = 0; number < 100; number += 1) {
      const receiver: Receiver = {
        position: 0,
        deliver: (round) => {
          delivery.pause(receiver);
          rounds.add(round);
          ticksAt.push(ticks);
          busy(1.1);
        },
        tick: () => undefined,
        fail: () => undefined,
        end: () => delivery.remove(receiver),
      };
      delivery.add(receiver);
    }
    await expect.poll(() => ticksAt.length).toBe(100);
    isOver = true;
    expect(rounds.size).toBe(1);
    expect(ticksAt.at(-1)! - ticksAt[0]!).toBeGreaterThanOrEqual(95);
  });

  it("hands out what came during a round after it, all at once", async () => {
    let newest = 1;
    const delivery = new Delivery(() => newest);
    deliveries.push(delivery);
    const untils: number[] = [];
    const receiver: Receiver = {
      get position() {
        return untils.at(-1) ?? 0;
      },
      deliver: (round) => {
        untils.push(round.until);
        busy(5);
      },
      tick: () => undefined,
      fail: () => undefined,
      end: () => delivery.remove(receiver),
    };
    delivery.add(receiver);
    await expect.poll(() => untils).toEqual([1]);
    for (newest = 2; newest < 5; newest += 1) delivery.wake();
    await expect.poll(() => untils).toEqual([1, 5]);
    await delay(30);
    expect(untils).toEqual([1, 5]);
  });
});
