import type { ListPlan } from "../list-plan.js";
import type { ListTables } from "../sql/list-statement.js";
import type { ListTuning } from "../list-tuning.js";
import type { ListAnswer, StreamStart } from "../lists/steps.js";
import type { PackedItems } from "./packed-items.js";

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

export type PackedAnswer = Omit<ListAnswer<never>, "items"> & { readonly items: PackedItems };

/** A page that is to be asked for as a stream. */
export interface TooLarge {
  readonly tooLarge: true;
}

/** Begins a stream, which later requests name by its number. */
export type OpenedStream = Omit<StreamStart, "rows"> & { readonly stream: number };

/** The answer to closing is none. */
export type ReaderAnswer = PackedAnswer | TooLarge | OpenedStream | PackedItems | null;
