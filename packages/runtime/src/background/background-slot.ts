import { setImmediate } from "node:timers/promises";

/** How long work in the background may go on before it asks for another slot. */
export const SLOT_MS = 2;

/** A tick of the event loop that took less did nothing but look for work. */
const IDLE_MS = 0.2;

/** How long work in the background waits for requests to pause. */
const MOST_WAIT_MS = 20;

const waiting: (() => void)[] = [];
let isRunning = false;

/**
 * Resolves when work in the background (going through all objects, reconciling them) may take some milliseconds of the event loop: when a
 * tick of the loop had nothing else to do, or after 20 ms. One caller gets a slot at a time, in the order in which they asked. Otherwise such
 * work goes on, object after object, and each request waits for all that was begun before it.
 */
export function backgroundSlot(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (!isRunning) void giveSlots();
  });
}

async function giveSlots(): Promise<void> {
  isRunning = true;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    await untilIdle();
    next();
  }
  isRunning = false;
}

/** The first tick of the loop it looks at has what the caller before did at once. */
async function untilIdle(): Promise<void> {
  const end = performance.now() + MOST_WAIT_MS;
  for (let start = performance.now(); start < end;) {
    await setImmediate();
    const now = performance.now();
    if (now - start < IDLE_MS) return;
    start = now;
  }
}
