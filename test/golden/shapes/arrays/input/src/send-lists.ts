import type { ThingInput, ThingsClient } from "./generated/v1/client.js";

const grid: readonly (readonly number[])[] = [[1, 2], [3]];
const sizes = ["S", "M"] as const;

/** Lists that the declaration does not change can be sent by those who may not change them either. */
export async function sendLists(things: ThingsClient): Promise<void> {
  const object: ThingInput = { metadata: { name: "a" }, spec: { tags: [], grid, sizes } };
  await things.create(object);
  const { spec } = await things.get("a");
  // @ts-expect-error the declaration does not let it be changed
  spec.grid.push([4]);
  // @ts-expect-error a list that may be changed by whoever has it
  await things.create({ metadata: { name: "b" }, spec: { tags: sizes, grid } });
}
