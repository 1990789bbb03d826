/** What an index holds; decides the key column's type. `int64` values are strings of digits, `timestamp` values ISO 8601. */
export type IndexValueType = "string" | "integer" | "int64" | "number" | "boolean" | "timestamp";

/** A value in a key column: strings as they are, instants as milliseconds since 1970, int64 as bigint. */
export type IndexValue = string | number | bigint | boolean;
