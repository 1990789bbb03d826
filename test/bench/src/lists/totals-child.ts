import { planList } from "../../../../packages/runtime/dist/list/plan-list.js";
import { openStore } from "../../../../packages/store/dist/open/open-database.js";
import { entryLabels, SCORES } from "../data/bench-entry.js";
import { loadModel, type ServedDatabase } from "../databases/open-items.js";
import { answerMessages } from "../processes/answer-messages.js";

export interface TotalsRequest extends ServedDatabase {
  readonly rounds: number;
}

/** Resident memory in megabytes, and how many filters were asked for in between. */
export interface TotalsAnswer {
  readonly filters: number;
  readonly before: number;
  readonly after: number;
}

const FILTERS = 500;
const SECONDS = 60;
/** Filters that are asked for first: what a process needs for the first of them is no memory of totals. */
const FIRST = 10;

/** Asks for totals of filters of which each is another, as many as there is time for. */
answerMessages<TotalsRequest>(async (request) => {
  const model = await loadModel(request, "entries");
  const store = await openStore(request.url);
  const until = performance.now() + SECONDS * 1000;
  let filters = 0;
  let before = 0;
  for (; filters < Math.min(FILTERS, request.rounds) && performance.now() < until; filters += 1) {
    if (filters <= FIRST) before = residentMegabytes();
    const query = new URLSearchParams([
      ["page", "1"],
      ["size", "1"],
      ["labelSelector", `${entryLabels.tier}=a`],
      ["fieldSelector", `spec.score>=${Math.round(SCORES * 0.4 + filters * 100)}`],
    ]);
    await store.list(model, planList(model, query));
  }
  const after = residentMegabytes();
  await store.close();
  return { filters, before, after } satisfies TotalsAnswer;
});

function residentMegabytes(): number {
  return process.memoryUsage.rss() / 1024 / 1024;
}
