/** What can be bound to a placeholder. Arrays are PostgreSQL's. */
export type SqlScalar = string | number | bigint | boolean | null | Uint8Array;
export type SqlValue = SqlScalar | readonly SqlScalar[];

/** Stands in a fragment for a value that is known when the statement runs. */
interface Slot<Input> {
  readonly valueOf: (input: Input) => SqlValue;
}

/** A piece of SQL: text, slots and other pieces, one after another. It becomes one text when a statement is compiled, since that takes long. */
export interface Fragment {
  /** Which input a slot reads is known to the statement that it was made for. */
  readonly parts: readonly (string | Slot<never> | Fragment)[];
}

/**
 * Writes SQL as a template. Only fragments may be put into it: a value has to be a slot, and a name has to be quoted by `sql.id`, or it does
 * not compile. So nothing a client sends can become part of a statement's text.
 */
export function sql(strings: TemplateStringsArray, ...fragments: readonly Fragment[]): Fragment {
  const parts: (string | Fragment)[] = [];
  for (const [place, text] of strings.entries()) {
    parts.push(text);
    const fragment = fragments[place];
    if (fragment !== undefined) parts.push(fragment);
  }
  return { parts };
}

/** A name in quotes; of several, `"alias"."column"`. */
sql.id = (...names: readonly string[]): Fragment => sql.raw(names.map(quoteName).join("."));

/** A value written into the text: for what belongs to the statement, never for what a client sends. */
sql.lit = (value: string | number): Fragment =>
  sql.raw(typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`);

/** Text as it is: for operators and functions that are constants here. */
sql.raw = (text: string): Fragment => ({ parts: [text] });

sql.join = (fragments: readonly Fragment[], separator: Fragment = sql.raw(", ")): Fragment => ({
  parts: fragments.flatMap((fragment, place) => (place === 0 ? [fragment] : [separator, fragment])),
});

/** Both databases quote names as the standard does. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Makes the placeholder of a value found in the statement's input. */
export type SlotFor<Input> = (valueOf: (input: Input) => SqlValue) => Fragment;

/** Memory for a placeholder: for the function that finds its value, and in the database's prepared statement. */
const PLACEHOLDER_BYTES = 256;

/** A statement compiled once; each run binds another input to its placeholders. */
export interface Shape<Input> {
  readonly sql: string;
  /** Connections keep a statement with a name prepared. */
  readonly name?: string;
  /** About how much memory it takes. */
  readonly bytes: number;
  bind(input: Input): SqlValue[];
}

/** Runs a statement and returns its rows. */
export type RunShape = <Input, Row extends object>(shape: Shape<Input>, input: Input) => Promise<readonly Row[]>;

let names = 0;

/** Gives a shape a unique name: for the statements of requests, not for those whose text depends on a request. */
export function named<Input>(shape: Shape<Input>): Shape<Input> {
  names += 1;
  return { ...shape, name: `cmgen_${names}` };
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
  const fragment = build((valueOf) => ({ parts: [{ valueOf }] }));
  const slots: Slot<Input>[] = [];
  let text = "";
  const write = ({ parts }: Fragment): void => {
    for (const part of parts) {
      if (typeof part === "string") text += part;
      else if ("parts" in part) write(part);
      // All slots come from the function that `build` was given, whose values are found in this input.
      else text += spelling.placeholder(slots.push(part as Slot<Input>));
    }
  };
  write(fragment);
  const bytes = 2 * text.length + PLACEHOLDER_BYTES * slots.length;
  return { sql: text, bytes, bind: (input) => slots.map((slot) => slot.valueOf(input)) };
}

/** ` WHERE` all of the conditions hold; nothing without conditions, which lets SQLite count rows at once. */
export function where(conditions: readonly Fragment[]): Fragment {
  return conditions.length === 0 ? sql`` : sql` WHERE ${sql.join(conditions, sql` AND `)}`;
}
