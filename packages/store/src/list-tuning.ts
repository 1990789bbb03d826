/** Where a list turns from one way of finding objects to another. */
export interface ListTuning {
  /** Rows of the order that are always worth a look before anything else is thought about: about as dear as one statement. */
  readonly firstGlance: number;
  /** Rows that are counted to learn whether a filter finds few. A filter that finds more is broad. */
  readonly probeLimit: number;
  /** Pages of more objects are streamed, like lists of all, whatever bytes they have. */
  readonly streamAbove: number;
  /** How often on end something has to have gone well until it is tried first. */
  readonly habit: number;
  /**
   * About how many bytes of objects are held at once: a page of more is streamed, and a step of a walk ends before it has more. Objects of less
   * than 16 KiB may go uncounted, since as many as can be asked for are not much more.
   */
  readonly heldBytes: number;
  /** Rows' worth of work of a list that need not wait for its turn on a PostgreSQL server: some ten milliseconds. */
  readonly shortEffort: number;
}

/** Measured with objects of 1 KB, ten thousand to a million of them. */
export const defaultTuning: ListTuning = {
  firstGlance: 1024,
  probeLimit: 5000,
  streamAbove: 200,
  habit: 3,
  heldBytes: 8 * 1024 * 1024,
  shortEffort: 20_000,
};
