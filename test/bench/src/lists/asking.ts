import type { BenchContext } from "../bench-context.js";
import type { BenchDatabase } from "../databases/engine.js";
import type { Cell } from "./matrix.js";
import type { OpenLists } from "./open-lists.js";

/** Cells of one state, to be measured. */
export interface Asking<Asked extends Cell = Cell> {
  readonly context: BenchContext;
  readonly database: BenchDatabase;
  readonly lists: OpenLists;
  readonly cells: readonly Asked[];
}
