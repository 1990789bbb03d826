/** The thresholds by which a list chooses how to find its objects. */
export interface ListTuning {
  /** Rows that are looked at first, in the order of the list, before it is known which objects the list selects. */
  readonly firstGlance: number;
  /** Rows that are counted to find out whether a filter finds few. */
  readonly probeLimit: number;
  /** A page of more objects is streamed, like a list of all objects, whatever its size in bytes. */
  readonly streamAbove: number;
  /**
   * About how many bytes of objects are held at once. A larger page is streamed, and a step of a walk ends early. Objects below 16 KiB may not
   * be counted, since the number that one request can ask for is small.
   */
  readonly heldBytes: number;
  /** The effort, in rows, up to which a list on PostgreSQL does not wait for its turn: about ten milliseconds. */
  readonly shortEffort: number;
}

/** Measured with objects of 1 KB, ten thousand to a million of them. */
export const defaultTuning: ListTuning = {
  firstGlance: 256,
  probeLimit: 1000,
  streamAbove: 200,
  heldBytes: 8 * 1024 * 1024,
  shortEffort: 20_000,
};
