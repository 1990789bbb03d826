import { sql, type Fragment, type Slot, type SqlValue } from "./sql.js";

/** Makes the placeholder of a value found in the statement's input. */
export type SlotFor<Input> = (valueOf: (input: Input) => SqlValue) => Fragment;

/** A statement compiled once; each run binds another input to its placeholders. */
export interface Shape<Input> {
  readonly sql: string;
  bind(input: Input): SqlValue[];
}

/** How a database spells placeholders. */
export interface PlaceholderSpelling {
  /** The placeholder of a value by its place among them, counted from 1. */
  placeholder(place: number): string;
}

/** Compiles what `build` makes; `slot` gives it placeholders. */
export function compileShape<Input>(
  spelling: PlaceholderSpelling,
  build: (slot: SlotFor<Input>) => Fragment,
): Shape<Input> {
  const slots: Slot<Input>[] = [];
  let text = "";
  for (const part of build(sql.slot).parts) {
    // All slots come from the function that `build` was given, whose values are found in this input.
    text += typeof part === "string" ? part : spelling.placeholder(slots.push(part as Slot<Input>));
  }
  return { sql: text, bind: (input) => slots.map((slot) => slot.valueOf(input)) };
}

/** ` WHERE` all of the conditions hold; nothing without conditions, which lets SQLite count rows at once. */
export function where(conditions: readonly Fragment[]): Fragment {
  return conditions.length === 0 ? sql`` : sql` WHERE ${sql.join(conditions, sql` AND `)}`;
}
