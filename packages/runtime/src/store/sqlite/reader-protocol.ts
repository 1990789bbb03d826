import type { ListPlan } from "../../list/list-plan.js";
import type { ListTables } from "../sql/list-statement.js";
import type { ListTuning } from "../lists/list-tuning.js";
import type { ListAnswer, StreamStart } from "../lists/steps.js";

/** What a reader thread is started with. */
export interface ReaderData {
  readonly file: string;
  readonly tuning: ListTuning;
}

/** What the main thread asks of a reader thread. Answers carry the request's `id`. */
export type ReaderRequest =
  | { readonly id: number; readonly ask: "list" | "open"; readonly tables: ListTables; readonly plan: ListPlan }
  | { readonly id: number; readonly ask: "next" | "close"; readonly stream: number };

/** A request before it has a number. */
export type ReaderQuestion = ReaderRequest extends infer Request
  ? Request extends unknown
    ? Omit<Request, "id">
    : never
  : never;

/** Many objects in one piece of memory, which is handed from thread to thread without copying. */
export interface PackedItems {
  readonly bytes: ArrayBuffer;
  /** Where each object ends. */
  readonly ends: Uint32Array;
}

export type PackedAnswer = Omit<ListAnswer<never>, "items"> & { readonly items: PackedItems };

/** Begins a stream, which later requests name by its number. */
export type OpenedStream = Omit<StreamStart, "rows"> & { readonly stream: number };

export type ReaderAnswer =
  | { readonly id: number; readonly answer: PackedAnswer | OpenedStream | PackedItems | null }
  | { readonly id: number; readonly error: Error };

/** Puts objects into one piece of memory. */
export function packItems(items: readonly Uint8Array[]): PackedItems {
  const ends = new Uint32Array(items.length);
  let length = 0;
  for (const [place, item] of items.entries()) {
    length += item.length;
    ends[place] = length;
  }
  const bytes = new Uint8Array(length);
  for (const [place, item] of items.entries()) bytes.set(item, (ends[place] ?? 0) - item.length);
  return { bytes: bytes.buffer, ends };
}

/** Takes objects out again: views of the same memory. */
export function unpackItems({ bytes, ends }: PackedItems): readonly Uint8Array[] {
  return Array.from(ends, (end, place) => {
    const start = place === 0 ? 0 : (ends[place - 1] ?? 0);
    return new Uint8Array(bytes, start, end - start);
  });
}
