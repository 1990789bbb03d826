import { planList } from "../../../../packages/runtime/dist/list/plan-list.js";
import { openStore } from "../../../../packages/store/dist/open/open-database.js";
import { loadModel, openItems, type ServedDatabase } from "../databases/open-items.js";
import { answerMessages } from "../processes/answer-messages.js";
import { peakMegabytes } from "../processes/peak-memory.js";

export interface ListChildRequest extends ServedDatabase {
  readonly side: "cmgen" | "raw";
}

export interface ListChildAnswer {
  readonly seconds: number;
  readonly bytes: number;
  /** Peak memory of this process. */
  readonly megabytes: number;
}

answerMessages<ListChildRequest>(async (request) => {
  const { seconds, bytes } = await (request.side === "cmgen" ? throughStore(request) : byHand(request));
  return { seconds, bytes, megabytes: peakMegabytes() } satisfies ListChildAnswer;
});

type Listed = Pick<ListChildAnswer, "seconds" | "bytes">;

async function throughStore(request: ListChildRequest): Promise<Listed> {
  const model = await loadModel(request, "items");
  const store = await openStore(request.url);
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

async function byHand(request: ListChildRequest): Promise<Listed> {
  const raw = await openItems(request);
  const listed = await timed(async () => raw.scanAll());
  await raw.close();
  return listed;
}

async function timed(list: () => Promise<number>): Promise<Listed> {
  const start = performance.now();
  const bytes = await list();
  return { seconds: (performance.now() - start) / 1000, bytes };
}
