import { openStore } from "../../../../packages/store/dist/open/open-database.js";
import type { ModelDescriptor } from "../../../../packages/runtime/dist/model/model-descriptor.js";
import { authorName, authorsOf } from "../data/bench-article.js";
import type { BenchDatabase } from "../databases/engine.js";
import { assertWritten } from "../store/write-scenarios.js";

/** Who follows authors; `nobody` follows none. */
const followers = ["few", "hundred", "tenth", "half"] as const;
export type Follower = (typeof followers)[number] | "nobody";

/** How many authors one follows. */
export function followeesOf(follower: Follower, size: number): number {
  const authors = authorsOf(size);
  return { nobody: 0, few: 5, hundred: 100, tenth: authors / 10, half: authors / 2 }[follower];
}

const AT_A_TIME = 50;

/** Writes who follows whom into a database of articles. */
export async function fillFollows(model: ModelDescriptor, { url, size }: BenchDatabase): Promise<void> {
  const store = await openStore(url);
  const all = followers.flatMap((follower) =>
    Array.from({ length: followeesOf(follower, size) }, (_, place) => [follower, authorName(place)] as const),
  );
  for (let first = 0; first < all.length; first += AT_A_TIME) {
    const outcomes = await Promise.all(
      all.slice(first, first + AT_A_TIME).map(([follower, followee]) => {
        const name = `${follower}-${followee}`;
        const spec = { follower, followee };
        return store.create(model, {
          name,
          uid: `uid-of-${name}`,
          version: 1,
          createdAt: Date.now(),
          deletedAt: null,
          data: Buffer.from(JSON.stringify({ metadata: { name }, spec })),
          labels: new Map(),
          indexValues: new Map(Object.entries(spec).map(([field, value]) => [`spec.${field}`, [value]])),
        });
      }),
    );
    for (const outcome of outcomes) assertWritten(outcome);
  }
  await store.close();
}
