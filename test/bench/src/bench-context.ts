import type { BenchPlugin } from "./data/build-plugin.js";

/** What a bench is told. */
export interface BenchContext {
  readonly plugin: BenchPlugin;
  /** Rounds of short measurements; long ones have fewer. */
  readonly rounds: number;
  /** How long each turn of a load lasts. */
  readonly seconds: number;
  /** Of the benches of lists: how many cells of their matrix are measured; by default all. */
  readonly cells?: number;
  /** Of the benches of lists: texts, with semicolons in between, of which cells must have one. */
  readonly only?: string;
  /** Of the bench over HTTP: text that rows must have. */
  readonly row?: string;
  /** Of the bench of watches: whether servers and clients have a processor each. */
  readonly apart?: boolean;
  /** Says what is being done. */
  report(text: string): void;
}
