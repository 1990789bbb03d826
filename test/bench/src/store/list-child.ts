import { planList } from "../../../../packages/runtime/dist/list/plan-list.js";
import type { ModelDescriptor } from "../../../../packages/runtime/dist/model/model-descriptor.js";
import type { Plugin } from "../../../../packages/runtime/dist/plugin/plugin.js";
import { openStore } from "../../../../packages/runtime/dist/store/open-store.js";
import { answerMessages } from "../processes/answer-messages.js";
import { peakMegabytes } from "../processes/peak-memory.js";
import type { EngineName } from "../databases/engine.js";
import { openPostgresItems } from "../databases/postgres-items.js";
import { itemTables } from "../databases/raw-items.js";
import { openSqliteItems } from "../databases/sqlite-items.js";

export interface ListChildRequest {
  readonly side: "cmgen" | "raw";
  readonly engine: EngineName;
  readonly url: string;
  /** URL of the plugin's module. */
  readonly plugin: string;
}

export interface ListChildAnswer {
  readonly seconds: number;
  readonly bytes: number;
  /** Peak memory of this process so far. */
  readonly megabytes: number;
}

answerMessages<ListChildRequest>(async (request) => {
  const { plugin } = (await import(request.plugin)) as { readonly plugin: Plugin };
  const model = plugin.resources.map((resource) => resource.model).find(({ plural }) => plural === "items");
  if (model === undefined) throw new Error("The plugin has no items");
  const { seconds, bytes } = await (request.side === "cmgen" ? throughStore(request, model) : byHand(request, model));
  return { seconds, bytes, megabytes: peakMegabytes() } satisfies ListChildAnswer;
});

type Listed = Pick<ListChildAnswer, "seconds" | "bytes">;

async function throughStore({ url }: ListChildRequest, model: ModelDescriptor): Promise<Listed> {
  const store = await openStore(url);
  const listed = await timed(async () => {
    const { items } = await store.list(model, planList(model, new URLSearchParams("total=none")));
    if (!("batches" in items)) throw new Error("All items are to be a stream");
    let bytes = 0;
    for await (const { joined } of items.batches()) bytes += joined.length;
    return bytes;
  });
  await store.close();
  return listed;
}

async function byHand({ engine, url }: ListChildRequest, model: ModelDescriptor): Promise<Listed> {
  const tables = itemTables(model);
  const raw = engine === "sqlite" ? openSqliteItems(url.slice("file:".length), tables) : openPostgresItems(url, tables);
  const listed = await timed(async () => raw.scanAll());
  await raw.close();
  return listed;
}

async function timed(list: () => Promise<number>): Promise<Listed> {
  const start = performance.now();
  const bytes = await list();
  return { seconds: (performance.now() - start) / 1000, bytes };
}
