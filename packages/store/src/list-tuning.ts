/** The thresholds by which a list chooses how to find its objects. */
export interface ListTuning {
  /** Objects at the beginning of the order that a list without a total looks at before it finds out what it selects. */
  readonly firstLook: number;
  /** Objects up to which a filter finds few: those are tested one by one. */
  readonly few: number;
  /** The same as a part of all objects, if that is more. */
  readonly fewOfAll: number;
  /** Rows that a statement skips, ids that it reads and changes that it tests, at most, for it to be short in any case. */
  readonly short: number;
  /** A page of more objects is streamed, like a list of all objects. */
  readonly streamAbove: number;
  /** An object of as many bytes is large. A page with one is streamed, and a step of a walk ends before it. */
  readonly largeBytes: number;
  /** How long each statement of a list's first attempt may take on PostgreSQL, in milliseconds. */
  readonly attemptMilliseconds: number;
}

/** Measured with objects of 1 KB, ten thousand to a million of them. */
export const defaultTuning: ListTuning = {
  firstLook: 1024,
  few: 1000,
  fewOfAll: 0.02,
  short: 2000,
  streamAbove: 200,
  largeBytes: 64 * 1024,
  attemptMilliseconds: 25,
};
