import type { BenchContext } from "./bench-context.js";
import type { DatasetName } from "./data/dataset.js";
import type { BenchDatabase } from "./databases/engine.js";
import { benchAggregates } from "./aggregates/bench-aggregates.js";
import { benchAccess } from "./access/bench-access.js";
import { benchBatches } from "./batches/bench-batches.js";
import { benchEvolve } from "./evolve/bench-evolve.js";
import { benchFiles } from "./files/bench-files.js";
import { benchGrowth, flatness, plotGrowth } from "./growth/bench-growth.js";
import { benchHttp } from "./http/bench-http.js";
import { benchLoad } from "./load/bench-load.js";
import { benchLists } from "./lists/bench-lists.js";
import { benchTotals } from "./lists/bench-totals.js";
import type { Figure } from "./measure/figure.js";
import { benchSelectors } from "./selectors/bench-selectors.js";
import { benchStore } from "./store/bench-store.js";
import { benchTransfer } from "./transfer/bench-transfer.js";
import { benchVersions } from "./versions/bench-versions.js";
import { benchWatch } from "./watch/bench-watch.js";

export interface Bench {
  /** Sizes it is run at when it is told none. */
  readonly sizes: readonly number[];
  /** What its databases are filled with; by default items. */
  readonly dataset?: DatasetName;
  readonly run: (context: BenchContext, database: BenchDatabase) => Promise<readonly Figure[]>;
  /** What all sizes of one database say together. */
  readonly conclude?: (figures: readonly Figure[]) => readonly Figure[];
  /** Files to draw of what was measured, by their paths in the repository. */
  readonly plot?: (figures: readonly Figure[]) => ReadonlyMap<string, string>;
}

export const benches: Readonly<Record<string, Bench>> = {
  store: { sizes: [10_000, 100_000, 1_000_000], run: benchStore },
  lists: { sizes: [10_000, 100_000, 1_000_000], dataset: "entries", run: benchLists },
  totals: { sizes: [10_000, 100_000, 1_000_000], dataset: "entries", run: benchTotals },
  selectors: { sizes: [10_000, 1_000_000], dataset: "articles", run: benchSelectors },
  aggregates: { sizes: [10_000, 100_000], run: benchAggregates },
  http: { sizes: [10_000, 100_000, 1_000_000], run: benchHttp },
  access: { sizes: [10_000, 100_000], run: benchAccess },
  batches: { sizes: [10_000], run: benchBatches },
  evolve: { sizes: [100_000, 1_000_000], run: benchEvolve },
  files: { sizes: [10_000], run: benchFiles },
  load: { sizes: [1_000_000], run: benchLoad },
  transfer: { sizes: [100_000], dataset: "entries", run: benchTransfer },
  versions: { sizes: [10_000], run: benchVersions },
  watch: { sizes: [200_000], run: benchWatch },
  growth: {
    sizes: [10_000, 30_000, 100_000, 300_000, 1_000_000],
    run: benchGrowth,
    conclude: flatness,
    plot: plotGrowth,
  },
};
