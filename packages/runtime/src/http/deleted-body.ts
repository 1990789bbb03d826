import { apiVersionOf } from "@cmgen/model";
import { summarizeList } from "../resource/list-summary.js";
import type { WriteContext } from "../resource/write-context.js";

const COMMA = Buffer.from(",");

/**
 * The body of the answer to a collection's deletion, written while objects are deleted: the last state of each. The number of objects is known
 * at the end, so all other members follow the items.
 */
export async function* deletedBody(context: WriteContext, deleted: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const { store } = context;
  const { model } = context.view;
  yield Buffer.from(
    `${JSON.stringify({ apiVersion: apiVersionOf(model), kind: `${model.kind}List` }).slice(0, -1)},"items":[`,
  );
  let total = 0;
  for await (const item of deleted) {
    yield total === 0 ? Buffer.from(item) : Buffer.concat([COMMA, item]);
    total += 1;
  }
  const read = { revision: await store.revision(), total, hasNext: false };
  const { apiVersion: _, kind: __, ...rest } = summarizeList(model, { by: "all" }, read);
  yield Buffer.from(`],${JSON.stringify(rest).slice(1)}`);
}
