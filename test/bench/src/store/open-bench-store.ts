import { planList } from "../../../../packages/runtime/dist/list/plan-list.js";
import type { ListPlan } from "../../../../packages/store/dist/list-plan.js";
import type { ModelDescriptor } from "../../../../packages/runtime/dist/model/model-descriptor.js";
import { openStore } from "../../../../packages/store/dist/open/open-database.js";
import type { Store } from "../../../../packages/store/dist/store.js";
import type { BenchDatabase } from "../databases/engine.js";
import type { RawItems } from "../databases/raw-items.js";

/** A database that is open both ways. */
export interface BenchStore {
  readonly database: BenchDatabase;
  readonly items: ModelDescriptor;
  readonly store: Store;
  readonly raw: RawItems;
  plan(query: string): ListPlan;
  close(): Promise<void>;
}

export async function openBenchStore(database: BenchDatabase, items: ModelDescriptor): Promise<BenchStore> {
  const [store, raw] = await Promise.all([openStore(database.url), database.openRaw()]);
  return {
    database,
    items,
    store,
    raw,
    plan: (query) => planQuery(items, query),
    close: async () => {
      await Promise.all([store.close(), raw.close()]);
    },
  };
}

/** The list that a query string asks for. */
export function planQuery(items: ModelDescriptor, query: string): ListPlan {
  return planList(items, new URLSearchParams(query));
}
