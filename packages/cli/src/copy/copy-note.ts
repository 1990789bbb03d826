import type { CopyState } from "@cmgen/store";

import type { CopyCounts } from "./copy-format.js";

/** What is remembered of a copy in the database, with the objects. */
export interface CopyNote extends CopyCounts {
  /** Bytes of the copy's file. */
  readonly size: number;
  /** Which indexes are filled, by what code. */
  readonly release: string;
  readonly refused: number;
  /** Lines that were not in the file, though its end says so. */
  readonly missing: number;
  /** Bytes of the file of refused lines. */
  readonly refusedBytes: number;
}

export function noteOf({ note }: CopyState): CopyNote {
  // Only imports write it.
  return JSON.parse(note) as CopyNote;
}
