import { planList } from "../../../../packages/runtime/dist/list/plan-list.js";
import type { ModelDescriptor } from "../../../../packages/runtime/dist/model/model-descriptor.js";
import { listBody, listObjects } from "../../../../packages/runtime/dist/resource/object-list.js";
import { VersionView } from "../../../../packages/runtime/dist/version/version-view.js";
import type { BenchContext } from "../bench-context.js";
import type { BenchDatabase } from "../databases/engine.js";
import { seconds, times, type Figure, type Measurement } from "../measure/figure.js";
import { median } from "../measure/quantile.js";
import { pairedRatio, takeTurns } from "../measure/take-turns.js";
import { openBenchStore, type BenchStore } from "../store/open-bench-store.js";
import { byLabelAndField } from "../store/read-scenarios.js";

const lists = {
  "20 by label and field, sorted": `page=1&size=20&total=none&${byLabelAndField}`,
  "1,000 by age": "page=1&size=1000&total=none&sort=spec.age",
};

/** What it costs that a kind has a second version: objects of a kilobyte, one of whose fields has another name there. */
export async function benchVersions(context: BenchContext, database: BenchDatabase): Promise<readonly Figure[]> {
  const opened = await openBenchStore(database, context.plugin.items);
  try {
    const figures: Figure[] = [];
    for (const [name, query] of Object.entries(lists)) {
      const measured = await measure(context, opened, { name, query });
      figures.push({ bench: "versions", database: database.engine, size: database.size, ...measured });
    }
    return figures;
  } finally {
    await opened.close();
  }
}

interface List {
  readonly name: string;
  readonly query: string;
}

async function measure({ rounds }: BenchContext, { items, store }: BenchStore, list: List): Promise<Measurement> {
  const stored = storedOfTwo(items);
  const plan = planList(items, new URLSearchParams(list.query));
  const answer = (model: ModelDescriptor) => {
    const view = new VersionView(model);
    return async (): Promise<number> => {
      let bytes = 0;
      for await (const part of listBody(await listObjects({ store, model: items, view }, plan))) bytes += part.length;
      return bytes;
    };
  };
  const sides = {
    "one version": answer(items),
    "stored of two": answer(stored),
    converted: answer({ ...items, version: "v1beta1", storage: stored }),
  };
  const taken = await takeTurns(sides, { rounds, warmUp: 20 });
  return {
    name: list.name,
    values: {
      "one version": seconds(median(taken["one version"])),
      "stored of two": seconds(median(taken["stored of two"])),
      converted: seconds(median(taken.converted)),
      "converted to one version": times(pairedRatio(taken.converted, taken["one version"])),
    },
    ratio: pairedRatio(taken["stored of two"], taken["one version"]),
    aim: { bound: "at most", amount: 1.1 },
  };
}

function storedOfTwo(items: ModelDescriptor): ModelDescriptor {
  const conversion = {
    from: (old: unknown) => {
      const { label, ...spec } = (old as { readonly spec: Record<string, unknown> }).spec;
      return { spec: { ...spec, code: label } };
    },
    to: (object: unknown) => {
      const { code, ...spec } = (object as { readonly spec: Record<string, unknown> }).spec;
      return { spec: { ...spec, label: code } };
    },
  };
  return { ...items, conversions: new Map([["v1beta1", conversion]]) };
}
