import type { DatasetName } from "../data/dataset.js";
import type { RawItems, RawStatements } from "./raw-items.js";

export type EngineName = "sqlite" | "postgresql";

/** A database with objects in it. */
export interface BenchDatabase {
  readonly engine: EngineName;
  readonly size: number;
  /** What the store opens it by. */
  readonly url: string;
  /** The best that could be written by hand, for a database of items. */
  readonly statements: RawStatements;
  /** Bytes of everything but the objects' own table, an object, when it was seeded. */
  readonly indexBytes: number;
  /** The table of the objects. */
  readonly table: string;
  /** Takes a lock that every write of the objects needs, as another program might; returns how to give it up. */
  lockWrites(): Promise<() => Promise<void>>;
  /** Opens the items by the raw driver. */
  openRaw(): Promise<RawItems>;
  /** Removes it. */
  remove(): Promise<void>;
}

/** A database product. */
export interface Engine {
  readonly name: EngineName;
  /** As people write it. */
  readonly title: string;
  /** Makes a database of the first `size` objects, by default items: a copy, which may be written to. */
  open(size: number, dataset?: DatasetName): Promise<BenchDatabase>;
  close(): Promise<void>;
}
