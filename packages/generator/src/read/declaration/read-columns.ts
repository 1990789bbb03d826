import type { ColumnModel, Model } from "../../model/model.js";
import type { Reader } from "../reader.js";
import { type LiteralProperties, readElements, reportUnexpected } from "./attribute-values.js";
import { staticString } from "./static-value.js";

const columns = { attribute: "columns", expected: 'a list of paths, each once, such as `["spec.title"]`' };

/** Reads which fields of its objects lists show. Whether there are such fields is not known yet. */
export function readColumns(reader: Reader, properties: LiteralProperties): Pick<Model, "columns"> {
  const list = properties.get("columns")?.value;
  if (list === undefined) return {};
  const read: ColumnModel[] = [];
  for (const element of readElements(reader, list, columns)) {
    const path = staticString(element, reader);
    if (path === undefined || read.some((column) => column.path === path)) reportUnexpected(reader, element, columns);
    else read.push({ path, span: reader.files.spanOf(element) });
  }
  return { columns: read };
}
