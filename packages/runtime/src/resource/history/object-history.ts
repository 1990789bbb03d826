import type { WriteOptions } from "@cmgen/model";
import type { HistoryOptions, HistoryPage } from "./read-history.js";

/** Which of several objects that had a name one after another is meant. */
export interface VersionOptions {
  /** Default: the newest. */
  readonly uid?: string;
}

/** The former versions of objects whose model declares `history`. Of another model every method throws a `TypeError`. */
export interface ObjectHistory<Stored> {
  /** The versions of a name, the newest first; also of an object that was deleted. Refused with `NotFound` where nothing is known of the name. */
  history(name: string, options?: HistoryOptions): Promise<HistoryPage>;
  /** A version as today's schema has it. Refused with `NotFound` if it is not kept. */
  version(name: string, version: number, options?: VersionOptions): Promise<Stored>;
  /**
   * Writes a version again: an ordinary write, which passes all rules of today. An object that was deleted is created, with a uid of its own. Returns the object
   * as it is then.
   */
  restore(name: string, version: number, options?: VersionOptions & WriteOptions): Promise<Stored>;
}
