import { get } from "node:http";
import { envLabel, itemsPath } from "../data/bench-item.js";
import { answerMessages } from "../processes/answer-messages.js";

/** Requests that each go through most of a collection, one after another on each of two connections of a sort. */
export interface HeavyRequest {
  readonly url: string;
  readonly size: number;
  readonly sorts: readonly HeavySort[];
  readonly seconds: number;
}

export type HeavySort = "counts" | "scans" | "lists";

/** How many requests of each sort came to their end. */
export type HeavyAnswer = Readonly<Record<HeavySort, number>>;

const TOGETHER = 2;

answerMessages<HeavyRequest>(async ({ url, size, sorts, seconds }) => {
  const done = { counts: 0, scans: 0, lists: 0 };
  const end = new AbortController();
  const timeout = setTimeout(() => end.abort(), seconds * 1000);
  const ask = async (sort: HeavySort): Promise<void> => {
    while (!end.signal.aborted)
      if (await drain(`${url}${itemsPath}?${queries[sort](size)}`, end.signal)) done[sort] += 1;
  };
  await Promise.all(sorts.flatMap((sort) => Array.from({ length: TOGETHER }, () => ask(sort))));
  clearTimeout(timeout);
  return done satisfies HeavyAnswer;
});

let asked = 0;

/** A number that is another each time, so that nothing of an answer is remembered: golden-ratio steps through the range. */
function anywhere(range: number): number {
  asked += 1;
  return Math.floor(((asked * 0.618_033_988_75) % 1) * range);
}

const queries: Readonly<Record<HeavySort, (size: number) => string>> = {
  /** The exact total of a broad filter. */
  counts: () =>
    `page=1&size=1&labelSelector=${envLabel}=production&fieldSelector=${encodeURIComponent(`spec.score>=${anywhere(500_000)}`)}`,
  /** A page from far inside the collection, in another order than it is stored in. */
  scans: (size) => `page=${Math.floor(size / 40) + anywhere(size / 50)}&size=20&total=none&sort=spec.score`,
  lists: () => "total=none",
};

/** Whether the answer came to its end. */
function drain(url: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => (signal.aborted ? resolve(false) : reject(error));
    get(url, { signal }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} was answered ${response.statusCode}`));
      response
        .on("error", fail)
        .on("end", () => resolve(true))
        .resume();
    }).on("error", fail);
  });
}
