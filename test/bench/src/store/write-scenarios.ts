import type { WriteOutcome } from "../../../../packages/store/dist/write-job.js";
import { benchItem, type BenchItem } from "../data/bench-item.js";
import { itemRecord } from "../data/item-record.js";
import type { BenchStore } from "./open-bench-store.js";
import type { Scenario } from "./scenario.js";

/** Numbers of objects that are created, apart for each series of them. */
const SERIES = 1_000_000;
let series = 0;

/** Objects that are not there yet, newer than all that are. */
export function newItems(size: number): () => BenchItem {
  series += 1;
  let number = size + series * SERIES;
  return () => benchItem((number += 1));
}

/** @throws what a refused write would hide: a bench of errors. */
export function assertWritten({ refused }: WriteOutcome): void {
  if (refused !== undefined) throw new Error(`A write was refused: ${refused}`);
}

export function createOne({ database, items, store, raw }: BenchStore): Scenario {
  const next = newItems(database.size);
  return {
    name: "create, five index rows",
    cmgen: async () => assertWritten(await store.create(items, itemRecord(next()))),
    raw: () => raw.create(next()),
  };
}

/** Objects that writers at the same time create in a round. */
const TOGETHER = 32;
const EACH = 4;

export function createTogether({ database, items, store, raw }: BenchStore): Scenario {
  const next = newItems(database.size);
  const together = async (create: () => unknown): Promise<void> => {
    const writer = async (): Promise<void> => {
      for (let count = 0; count < EACH; count += 1) await create();
    };
    await Promise.all(Array.from({ length: TOGETHER }, writer));
  };
  return {
    name: `${TOGETHER * EACH} creates by ${TOGETHER} writers`,
    cmgen: () => together(async () => assertWritten(await store.create(items, itemRecord(next())))),
    raw: () => together(() => raw.create(next())),
  };
}

/** Each round gives an object another age, score and tags; both sides have objects of their own. */
export function updateOne({ database, items, store, raw }: BenchStore): Scenario {
  const changed = (number: number, version: number): BenchItem => {
    const { age, score, tags } = benchItem(number + version);
    return { ...benchItem(number), age, score, tags };
  };
  const half = Math.max(1, Math.floor(database.size / 2));
  // Each object is updated as often as the others; every one of a side's updates expects the version before.
  const updates = (first: number): (() => { item: BenchItem; version: number }) => {
    let count = -1;
    return () => {
      count += 1;
      const number = first + ((count * 99_991) % half) + 1;
      const version = Math.floor(count / half) + 2;
      return { item: changed(number, version), version };
    };
  };
  const [ours, byHand] = [updates(0), updates(half)];
  return {
    name: "update",
    cmgen: async () => {
      const { item, version } = ours();
      assertWritten(await store.replace(items, itemRecord(item, version), version - 1));
    },
    raw: () => {
      const { item, version } = byHand();
      return raw.update(item, version);
    },
  };
}
