import { itemName, itemsPath } from "../data/bench-item.js";
import { httpLists, type HttpList, type ServerName } from "./http-scenarios.js";

type Urls = ReadonlyMap<ServerName, string>;

/** @throws {Error} if the services do not give the same answers: what is not the same cannot be compared. */
export async function assertSameAnswers(urls: Urls): Promise<void> {
  await assertSameObject(urls);
  for (const list of httpLists) await assertSameItems(urls, list);
}

/**
 * @throws {Error} if the services do not send an object as the same bytes, or `node:http` does not send it with cmgen's headers. What people
 * write with Express has others.
 */
async function assertSameObject(urls: Urls): Promise<void> {
  const answers = new Map<ServerName, { readonly body: string; readonly headers: string }>();
  for (const [server, url] of urls) {
    const answer = await fetch(`${url}${itemsPath}/${itemName(1)}`);
    const headers = [...answer.headers].filter(([name]) => name !== "date").map((header) => header.join(": "));
    answers.set(server, { body: await answer.text(), headers: headers.toSorted().join(", ") });
  }
  const bodies = new Set([...answers.values()].map(({ body }) => body));
  if (bodies.size > 1) throw new Error(`The services send an object as ${[...bodies].join(" and ")}`);
  const [ours, limit] = [answers.get("cmgen")?.headers, answers.get("node:http")?.headers];
  if (ours !== limit) throw new Error(`cmgen sends the headers ${ours}, and node:http ${limit}`);
}

/** @throws {Error} if the services do not answer a list with the same objects. */
async function assertSameItems(urls: Urls, { name, ours, byHand }: HttpList): Promise<void> {
  const answers = new Set<string>();
  for (const [server, url] of urls) {
    const answer = await fetch(`${url}${itemsPath}?${server === "cmgen" ? ours : byHand}`);
    const { items, total } = (await answer.json()) as { readonly items: readonly SentItem[]; readonly total?: number };
    answers.add(JSON.stringify([items.map(({ metadata }) => metadata.name), total]));
  }
  if (answers.size > 1) throw new Error(`${name}: the services give ${[...answers].join(" and ")}`);
}

interface SentItem {
  readonly metadata: { readonly name: string };
}
