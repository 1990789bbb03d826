import type { FieldFilter, LabelFilter } from "../list-plan.js";
import { afterPrefix } from "./after-prefix.js";
import type { SqlDialect } from "./dialect.js";
import type { SqlScalar, SqlValue } from "./sql.js";

/** The values bound to a filter's placeholders, in order. Their number is part of the statement's shape. */
export function operandsOf(filter: FieldFilter | LabelFilter, dialect: SqlDialect): readonly SqlValue[] {
  return "key" in filter ? [filter.key, ...valuesOf(filter, dialect)] : valuesOf(filter, dialect);
}

function valuesOf(filter: FieldFilter | LabelFilter, dialect: SqlDialect): readonly SqlValue[] {
  switch (filter.test) {
    case "in":
    case "notIn":
      return listOperands(filter.values, dialect);
    case "exists":
    case "absent":
      return [];
    case "startsWith": {
      const end = afterPrefix(filter.prefix);
      return end === undefined ? [filter.prefix] : [filter.prefix, end];
    }
    default:
      return [dialect.encode(filter.value)];
  }
}

/** Without array parameters, lists are padded to the next power of two, so that there are few different statements. */
function listOperands(values: readonly SqlScalar[], dialect: SqlDialect): readonly SqlValue[] {
  const encoded = values.map((value) => dialect.encode(value));
  if (encoded.length <= 1) return encoded;
  if (dialect.arrays) return [encoded];
  const length = 2 ** Math.ceil(Math.log2(encoded.length));
  return Array.from({ length }, (_, place) => encoded[Math.min(place, encoded.length - 1)] ?? null);
}
