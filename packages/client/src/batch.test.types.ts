/** What batches accept and refuse, held by the compiler. Compiled under every supported TypeScript by type-tests.test.ts. */
import type { Batch } from "./batch.js";
import type { PeopleClient, StoredPerson } from "./people.test.fixture.js";

export async function batches(all: PeopleClient, batch: Batch, signal: AbortSignal): Promise<void> {
  const [ann, bob] = await batch(
    (b) => {
      const made = b(all).create({ spec: { name: "Ann" } });
      b(all).delete("gone", { ifMatch: { uid: "u", version: 3 } });
      return [made, b(all).update("bob", { spec: { name: made.name } })];
    },
    { signal },
  );
  const both: readonly StoredPerson[] = [ann, bob];
  void both;
  const [outcome] = await batch.each((b) => [b(all).patch("ann", [{ op: "remove", path: "/spec/age" }])]);
  const version: number | undefined = outcome.object?.metadata.version;
  void version;
  if (outcome.problem !== undefined) throw outcome.problem;
  await batch((b) => [
    // @ts-expect-error: not a field of a person
    b(all).update("ann", { spec: { nmae: "Ann" } }),
    // @ts-expect-error: a name is missing
    b(all).replace({ metadata: {}, spec: { name: "Ann" } }),
  ]);
  // @ts-expect-error: not an operation
  await batch(() => ["ann"]);
}
