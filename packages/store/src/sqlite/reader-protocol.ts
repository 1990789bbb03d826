import type { ListPlan } from "../list-plan.js";
import type { ListTables } from "../sql/list-statement.js";
import type { ListTuning } from "../list-tuning.js";
import type { KnownSelection } from "../lists/selection-memory.js";
import type { ListAnswer, StreamStart } from "../lists/steps.js";
import type { PackedItems } from "./packed-items.js";

/** What a reader thread is started with. */
export interface ReaderData {
  readonly file: string;
  readonly tuning: ListTuning;
}

/** A list, and what is remembered of the objects that it selects. */
export interface AskedList {
  readonly tables: ListTables;
  readonly plan: ListPlan;
  readonly known: readonly KnownSelection[];
}

/** What a thread has found out about the objects that a list selects. */
interface FoundSelections {
  readonly found: readonly KnownSelection[];
}

/** A request from the main thread to a reader thread. The answer has the same `id`. */
export type ReaderRequest =
  | ({ readonly id: number; readonly ask: "list" | "open" } & AskedList)
  | { readonly id: number; readonly ask: "next" | "close"; readonly stream: number };

/** A request without its `id`. */
export type ReaderQuestion = ReaderRequest extends infer Request
  ? Request extends unknown
    ? Omit<Request, "id">
    : never
  : never;

export type PackedAnswer = Omit<ListAnswer<never>, "items"> & FoundSelections & { readonly items: PackedItems };

/** A page that must be asked for as a stream. */
export interface LargePage {
  readonly isLarge: true;
}

/** Begins a stream, which later requests name by its number. */
export type OpenedStream = Omit<StreamStart, "rows"> & FoundSelections & { readonly stream: number };

/** The answer to `close` is `null`. */
export type ReaderAnswer = PackedAnswer | LargePage | OpenedStream | PackedItems | null;
