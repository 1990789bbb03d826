/**
 * Scalars that JSON has no type of its own for. Each is its JSON carrier with an optional phantom property (a "flavour"): the
 * compiler lets a plain number or string through, and the generator still sees which scalar was meant, also after a generic is
 * instantiated, where a bare alias would have vanished.
 */
interface Flavour<Name extends string> {
  readonly __scalar?: Name;
}

/** A whole number in the safe range of a double (±(2^53 − 1)). JSON Schema `type: integer`. */
export type Integer = number & Flavour<"integer">;

/** A signed 64-bit integer, carried as a string of decimal digits because a JSON number would lose digits past 2^53. */
export type Int64 = string & Flavour<"int64">;

/** An instant: ISO 8601 with a time zone, as RFC 3339 `date-time`. It is kept as it was sent, and compared as an instant. */
export type Timestamp = string & Flavour<"timestamp">;
