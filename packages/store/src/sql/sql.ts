/** What can be bound to a placeholder. Arrays are PostgreSQL's. */
export type SqlScalar = string | number | bigint | boolean | null | Uint8Array;
export type SqlValue = SqlScalar | readonly SqlScalar[];

/** A value that is known when the statement runs. */
interface Slot<Input> {
  readonly valueOf: (input: Input) => SqlValue;
}

/** A piece of SQL, in which {@link SLOT} stands for each slot. */
export interface Fragment {
  readonly text: string;
  /** Which input a slot reads is known to the statement that it was made for. */
  readonly slots: readonly Slot<never>[];
}

/** No text has the character with which these begin: neither database can have it in a name. */
const SLOT = "\0?";

/**
 * Stands in front of the name of a table, and for the name of the schema as a value. A statement is compiled once for all schemas: see
 * `SchemaNames`.
 */
export const IN_SCHEMA = "\0.";
export const SCHEMA_NAME = "\0'";

const noSlots: Fragment["slots"] = [];

/**
 * Writes SQL as a template. Only fragments may be put into it: a value has to be a slot, and a name has to be quoted by `sql.id`, or it does
 * not compile. So nothing a client sends can become part of a statement's text.
 */
export function sql(strings: TemplateStringsArray, ...fragments: readonly Fragment[]): Fragment {
  let text = strings[0] ?? "";
  let slots = noSlots;
  // A loop over entries takes several times as long, and a new list writes a hundred fragments.
  for (let place = 0; place < fragments.length; place += 1) {
    const fragment = fragments[place] ?? nothing;
    text += fragment.text + (strings[place + 1] ?? "");
    slots = bothSlots(slots, fragment.slots);
  }
  return { text, slots };
}

const nothing: Fragment = { text: "", slots: noSlots };

function bothSlots(left: Fragment["slots"], right: Fragment["slots"]): Fragment["slots"] {
  if (right.length === 0) return left;
  return left.length === 0 ? right : left.concat(right);
}

/** A name in quotes; of several, `"alias"."column"`. */
sql.id = (...names: readonly string[]): Fragment => sql.raw(names.map(quoteName).join("."));

/** The name of a table of the store, in quotes. On PostgreSQL the name of its schema comes before it when the statement is run. */
sql.table = (name: string): Fragment => sql.raw(IN_SCHEMA + quoteName(name));

/** The name of the store's schema, as a value. Only for PostgreSQL. */
sql.schema = (): Fragment => sql.raw(SCHEMA_NAME);

/** A value written into the text: for what belongs to the statement, never for what a client sends. */
sql.lit = (value: string | number): Fragment => sql.raw(typeof value === "number" ? String(value) : quoteText(value));

/** Text as it is: for operators and functions that are constants here. */
sql.raw = (text: string): Fragment => ({ text, slots: noSlots });

/** A value of a statement that is compiled for one run. The values of other statements are slots. */
sql.value = (value: SqlValue): Fragment => ({ text: SLOT, slots: [{ valueOf: () => value }] });

/** @param separator has no values. */
sql.join = (fragments: readonly Fragment[], separator: Fragment = sql.raw(", ")): Fragment => ({
  text: fragments.map(({ text }) => text).join(separator.text),
  slots: fragments.flatMap(({ slots }) => slots),
});

/** Both databases quote names as the standard does. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as a value. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Makes the placeholder of a value found in the statement's input. */
export type SlotFor<Input> = (valueOf: (input: Input) => SqlValue) => Fragment;

/** A statement compiled once; each run binds another input to its placeholders. */
export interface Shape<Input> {
  readonly sql: string;
  bind(input: Input): SqlValue[];
}

/** Runs a statement that has its values, and returns its rows. The caller knows their type from the statement's text. */
export type RunSql = <Row extends object>(statement: Fragment) => Promise<readonly Row[]>;

/** How a database spells placeholders. */
export interface PlaceholderSpelling {
  /** The placeholder of a value by its place among them, counted from 1. */
  placeholder(place: number): string;
  /** Whether a database has several schemas, one of which is the store's. */
  readonly hasSchemas: boolean;
}

/** Compiles what `build` makes; `slot` gives it placeholders. */
export function compileShape<Input>(
  spelling: PlaceholderSpelling,
  build: (slot: SlotFor<Input>) => Fragment,
): Shape<Input> {
  const fragment = build((valueOf) => ({ text: SLOT, slots: [{ valueOf }] }));
  // All slots come from the function that `build` was given, whose values are found in this input.
  const slots = fragment.slots as readonly Slot<Input>[];
  const named = spelling.hasSchemas ? fragment.text : fragment.text.replaceAll(IN_SCHEMA, "");
  const [first = "", ...others] = named.split(SLOT);
  const text = others.reduce((left, right, place) => left + spelling.placeholder(place + 1) + right, first);
  return { sql: text, bind: (input) => slots.map((slot) => slot.valueOf(input)) };
}

/** A compiled statement with the values of one run. */
export interface Query {
  readonly sql: string;
  readonly values: SqlValue[];
}

/** Compiles a statement that has its values. */
export function compileQuery(spelling: PlaceholderSpelling, statement: Fragment): Query {
  const { sql: text, bind } = compileShape<void>(spelling, () => statement);
  return { sql: text, values: bind() };
}

/** Stores a row in place of the one with the same key, if there is one. */
export function upsert(
  table: string,
  key: Readonly<Record<string, SqlValue>>,
  rest: Readonly<Record<string, SqlValue>>,
): Fragment {
  const ids = (columns: object): readonly Fragment[] => Object.keys(columns).map((column) => sql.id(column));
  const row = { ...key, ...rest };
  const sets = ids(rest).map((column) => sql`${column} = excluded.${column}`);
  return sql`INSERT INTO ${sql.table(table)} (${sql.join(ids(row))}) VALUES (${sql.join(Object.values(row).map(sql.value))})
 ON CONFLICT (${sql.join(ids(key))}) DO UPDATE SET ${sql.join(sets)}`;
}

/** ` WHERE` all of the conditions hold; nothing without conditions, which lets SQLite count rows at once. */
export function where(conditions: readonly Fragment[]): Fragment {
  return conditions.length === 0 ? sql`` : sql` WHERE ${sql.join(conditions, sql` AND `)}`;
}
