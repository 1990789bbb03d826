import type { CallOptions } from "./client-options.js";
import type { SortKey, Where, WhereLabels } from "./condition.js";

/** Which objects are meant. All conditions hold at once; none means every object. */
export interface Selection<Indexes> {
  readonly where?: Where<Indexes>;
  readonly labels?: WhereLabels;
}

interface Sorted<Indexes> {
  /** The first key is the strongest. Default: newest first. */
  readonly sort?: readonly SortKey<Indexes>[];
}

/** Pages by number. Without `size` all objects are answered. */
interface ByPage {
  /** From 1. */
  readonly page?: number;
  readonly size?: number;
  /** `false` spares the service the counting; `total` is then absent. */
  readonly total?: boolean;
  readonly limit?: never;
  readonly continue?: never;
}

/** A walk in stretches, at the same cost however far it has gone. */
interface ByLimit {
  readonly limit: number;
  /** `metadata.continue` of the stretch before. */
  readonly continue?: string;
  readonly total?: boolean;
  readonly page?: never;
  readonly size?: never;
}

export type ListOptions<Indexes> = Selection<Indexes> & Sorted<Indexes> & CallOptions & (ByPage | ByLimit);

export interface ListAllOptions<Indexes> extends Selection<Indexes>, Sorted<Indexes>, CallOptions {
  /** How many objects one request fetches. Default 500. */
  readonly limit?: number;
}

export interface WatchOptions<Indexes> extends Selection<Indexes>, CallOptions {
  /** The revision to start after, for example a list's `metadata.resourceVersion`. Default: the newest. */
  readonly resourceVersion?: string;
}
