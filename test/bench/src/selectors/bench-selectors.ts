import { listFields } from "../../../../packages/runtime/dist/list/list-fields.js";
import type { RelatedResources } from "../../../../packages/runtime/dist/list/plan-filters.js";
import type { ModelDescriptor } from "../../../../packages/runtime/dist/model/model-descriptor.js";
import type { BenchContext } from "../bench-context.js";
import type { BenchDatabase } from "../databases/engine.js";
import { measureAsked } from "../lists/measure-asked.js";
import { measureCold } from "../lists/measure-cold.js";
import { OpenLists } from "../lists/open-lists.js";
import { openRawLists } from "../lists/raw-lists.js";
import { sampleCells } from "../lists/sample-cells.js";
import type { Figure } from "../measure/figure.js";
import { fillFollows } from "./followers.js";
import { selectorCells } from "./selector-cells.js";
import { selectorFigures } from "./selector-figures.js";

/** Lists by alternatives, by words and by values of other objects, each beside the best hand-written plan for it. */
export async function benchSelectors(context: BenchContext, database: BenchDatabase): Promise<readonly Figure[]> {
  const { articles, follows } = context.plugin;
  await fillFollows(follows, database);
  if (database.engine === "postgresql") await analyze(database);
  const cells = sampleCells(selectorCells(database.size, follows.table), context);
  const lists = await OpenLists.open({ model: articles, related: only(follows) }, database);
  const measured = { context, database, lists };
  try {
    const cold = cells.filter(({ state }) => state === "cold");
    context.report(`… ${cold.length} cells, cold`);
    const first = await measureCold({ ...measured, cells: cold });
    const others = cells.filter(({ state }) => state !== "cold");
    context.report(`… ${others.length} cells, asked before`);
    return selectorFigures(database, [...first, ...(await measureAsked({ ...measured, cells: others }))]);
  } finally {
    await lists.close();
  }
}

/** A service would wait for the server to do it by itself. */
async function analyze(database: BenchDatabase): Promise<void> {
  const raw = await openRawLists(database);
  await raw.prepare({ text: "ANALYZE" }).run();
  await raw.close();
}

function only(model: ModelDescriptor): RelatedResources {
  return {
    isUsed: true,
    names: () => [],
    find: (name) => (name === model.plural ? { model, fields: listFields(model), rows: undefined } : undefined),
  };
}
