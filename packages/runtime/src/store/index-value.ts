/** A value in a key column: strings as they are, instants as milliseconds since 1970, int64 as bigint. */
export type IndexValue = string | number | bigint | boolean;
