import { type LiteralProperties, literalProperties } from "./literal-properties.js";
import type { Reader } from "./reader.js";
import { reportUnknownKeys } from "./report-unknown-keys.js";
import { staticBoolean } from "./static-value.js";

/** Whether the declaration makes `status` a subresource. */
export function readSubresources(reader: Reader, declaration: LiteralProperties): boolean {
  const subresources = declaration.get("subresources");
  if (subresources === undefined) return false;
  const properties = literalProperties(subresources.value, reader.names);
  if (properties === undefined) return unknownValue(reader, subresources.value);
  reportUnknownKeys(reader, properties, { owner: "`subresources`", names: ["status"] });
  const status = properties.get("status");
  if (status === undefined) return false;
  return staticBoolean(status.value, reader.names) ?? unknownValue(reader, status.value);
}

function unknownValue(reader: Reader, value: Parameters<Reader["report"]>[1]): false {
  reader.report("CM1005", value, { attribute: "subresources", expected: "`{ status: true }`" });
  return false;
}
