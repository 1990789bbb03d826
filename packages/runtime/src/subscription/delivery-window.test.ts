import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DeliveryWindow, type Waiting } from "./delivery-window.js";
import type { Message } from "./message.js";

const LIMIT = { messages: 50, bytes: 1_000_000 };
const start = { revision: 0, mark: null };

function message(revision: number, name: string): Message {
  return { position: { revision, mark: revision }, type: "MODIFIED", name, at: 0, object: "{}" };
}

describe("DeliveryWindow", () => {
  it("moves behind what is done, and never beyond what is not", () => {
    const window = new DeliveryWindow(start, LIMIT);
    for (const [revision, name] of [
      [1, "a"],
      [2, "b"],
      [4, "a"],
    ] as const)
      window.add(message(revision, name));
    const [a, b] = [window.next(0, "age"), window.next(0, "age")];
    expect([a?.message.name, b?.message.name, window.next(0, "age")]).toEqual(["a", "b", undefined]);
    window.pass({ revision: 5, mark: 5 });
    window.done(b as Waiting);
    expect(window.position.revision).toBe(0);
    window.done(a as Waiting);
    expect(window.position.revision).toBe(2);
    window.done(window.next(0, "age") as Waiting);
    expect(window.position).toEqual({ revision: 5, mark: 5 });
    window.pass({ revision: 9, mark: 9 });
    expect(window.position.revision).toBe(9);
  });

  it("sends no message before its time, and tries those that were tried least where a receiver fails", () => {
    const window = new DeliveryWindow(start, LIMIT);
    for (const [revision, name] of [
      [1, "a"],
      [2, "b"],
    ] as const)
      window.add(message(revision, name));
    const first = window.next(0, "age") as Waiting;
    first.attempts = 1;
    window.again(first, 100);
    expect(window.next(50, "age")?.message.name).toBe("b");
    expect(window.next(50, "age")).toBeUndefined();
    expect(window.nextTime).toBe(100);
    expect(window.next(0, "attempts")?.message.name).toBe("a");
  });

  it("does not send again what was done before a restart, and remembers attempts", () => {
    const window = new DeliveryWindow(start, LIMIT);
    for (const [revision, name] of [
      [1, "a"],
      [2, "b"],
    ] as const)
      window.add(message(revision, name));
    const [a, b] = [window.next(0, "age") as Waiting, window.next(0, "age") as Waiting];
    a.attempts = 3;
    window.again(a, 0);
    window.done(b);
    const later = new DeliveryWindow(window.position, LIMIT, window.record);
    for (const [revision, name] of [
      [1, "a"],
      [2, "b"],
    ] as const)
      later.add(message(revision, name));
    const again = later.next(0, "age") as Waiting;
    expect([again.message.name, again.attempts, later.next(0, "age")]).toEqual(["a", 3, undefined]);
    later.done(again);
    expect(later.position.revision).toBe(2);
  });

  it("keeps the order of each object, and gives every message once, whatever comes in which order", () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ step: fc.constant("add" as const), name: fc.constantFrom("a", "b", "c") }),
        fc.record({ step: fc.constant("next" as const) }),
        fc.record({ step: fc.constantFrom("done" as const, "again" as const), at: fc.nat(7) }),
      ),
      { maxLength: 200 },
    );
    fc.assert(
      fc.property(steps, (given) => {
        const window = new DeliveryWindow(start, LIMIT);
        const sent: Waiting[] = [];
        const finished: Message[] = [];
        let revision = 0;
        for (const each of given) {
          if (each.step === "add") window.add(message(++revision, each.name));
          else if (each.step === "next") {
            const next = window.next(0, "age");
            if (next === undefined) continue;
            expect(sent.map(({ message: { name } }) => name)).not.toContain(next.message.name);
            sent.push(next);
          } else {
            const [found] = sent.splice(each.at % Math.max(1, sent.length), 1);
            if (found === undefined) continue;
            if (each.step === "again") window.again(found, 0);
            else {
              window.done(found);
              finished.push(found.message);
            }
          }
          const done = new Set(finished.map(({ position }) => position.revision));
          for (let before = 1; before <= window.position.revision; before += 1) expect(done.has(before)).toBe(true);
        }
        for (const name of ["a", "b", "c"]) {
          const ofOne = finished.filter((each) => each.name === name).map(({ position }) => position.revision);
          expect(ofOne).toEqual(ofOne.toSorted((left, right) => left - right));
        }
        expect(window.size).toBe(revision - finished.length);
      }),
    );
  });
});
