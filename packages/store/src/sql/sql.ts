/** What can be bound to a placeholder. Arrays are PostgreSQL's. */
export type SqlScalar = string | number | bigint | boolean | null | Uint8Array;
export type SqlValue = SqlScalar | readonly SqlScalar[];

/** Stands in a fragment for a value that is known when the statement runs. */
export interface Slot<Input> {
  readonly valueOf: (input: Input) => SqlValue;
}

/** A piece of SQL: its text, with slots in between. */
export interface Fragment {
  /** Which input a slot reads is known to the statement that it was made for. */
  readonly parts: readonly (string | Slot<never>)[];
}

/**
 * Writes SQL as a template. Only fragments may be put into it: a value has to be a slot, and a name has to be quoted by `sql.id`, or it does
 * not compile. So nothing a client sends can become part of a statement's text.
 */
export function sql(strings: TemplateStringsArray, ...fragments: readonly Fragment[]): Fragment {
  return concatenate(strings.flatMap((text, place) => [{ parts: [text] }, ...fragments.slice(place, place + 1)]));
}

/** A name in quotes; of several, `"alias"."column"`. */
sql.id = (...names: readonly string[]): Fragment => sql.raw(names.map(quoteName).join("."));

/** A value written into the text: for what belongs to the statement, never for what a client sends. */
sql.lit = (value: string | number): Fragment =>
  sql.raw(typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`);

/** Text as it is: for operators and functions that are constants here. */
sql.raw = (text: string): Fragment => ({ parts: [text] });

sql.join = (fragments: readonly Fragment[], separator: Fragment = sql.raw(", ")): Fragment =>
  concatenate(fragments.flatMap((fragment, place) => (place === 0 ? [fragment] : [separator, fragment])));

/** Makes a fragment of a slot. */
sql.slot = <Input>(valueOf: (input: Input) => SqlValue): Fragment => ({ parts: [{ valueOf }] });

/** Both databases quote names as the standard does. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function concatenate(fragments: readonly Fragment[]): Fragment {
  return { parts: fragments.flatMap(({ parts }) => parts) };
}
