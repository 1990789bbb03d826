import { sql, type CompiledQuery, type RawBuilder } from "kysely";

/** What can be bound to a placeholder. Arrays are PostgreSQL's. */
export type SqlScalar = string | number | bigint | boolean | null | Uint8Array;
export type SqlValue = SqlScalar | readonly SqlScalar[];

/** A piece of SQL text with its placeholders. */
export type Fragment = RawBuilder<unknown>;

/** Stands in a fragment for a value that is known when the statement runs. */
class Slot<Input> {
  readonly valueOf: (input: Input) => SqlValue;

  constructor(valueOf: (input: Input) => SqlValue) {
    this.valueOf = valueOf;
  }
}

/** Makes the placeholder of a value found in the statement's input. */
export type SlotFor<Input> = (valueOf: (input: Input) => SqlValue) => Fragment;

/** What a placeholder takes: what finds its value, and what the database knows of it. */
const PLACEHOLDER_BYTES = 256;

/** A statement compiled once; each run binds another input to its placeholders. */
export interface Shape<Input> {
  readonly sql: string;
  /** About how much memory it takes. */
  readonly bytes: number;
  bind(input: Input): SqlValue[];
}

/** Turns fragments into a database's own spelling. */
export interface SqlCompiler {
  compile(fragment: Fragment): CompiledQuery;
}

/** Compiles what `build` makes; `slot` gives it placeholders. */
export function compileShape<Input>(compiler: SqlCompiler, build: (slot: SlotFor<Input>) => Fragment): Shape<Input> {
  const { sql: text, parameters } = compiler.compile(build((valueOf) => sql`${new Slot(valueOf)}`));
  const slots = parameters.map((parameter) => slotOf<Input>(parameter));
  const bytes = 2 * text.length + PLACEHOLDER_BYTES * slots.length;
  return { sql: text, bytes, bind: (input) => slots.map((slot) => slot.valueOf(input)) };
}

/** ` WHERE` all of the conditions hold; nothing without conditions, which lets SQLite count rows at once. */
export function where(conditions: readonly Fragment[]): Fragment {
  return conditions.length === 0 ? sql`` : sql` WHERE ${sql.join(conditions, sql` AND `)}`;
}

function slotOf<Input>(parameter: unknown): Slot<Input> {
  if (parameter instanceof Slot) return parameter;
  throw new TypeError("A value was written into a statement's shape; make it a slot");
}
