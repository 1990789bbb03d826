import type { Type } from "../../model/type.js";
import type { Reader } from "../reader.js";
import { unreadable } from "./read-scalar.js";
import type { Reading, Site } from "./site.js";

/** The list type at `site` of what `items` is read as. */
export function readArray(reader: Reader, site: Site, items: Site): Reading {
  const type: Type = {
    shape: "array",
    items: readDefinite(reader, items),
    constraints: {},
    span: reader.files.spanOf(site.node),
  };
  return { type };
}

/** The type of what stands in a list, where nothing can be left out. */
export function readDefinite(reader: Reader, site: Site): Type {
  const { type, undefinable } = reader.read(site);
  if (undefinable === true) reader.report("CM3009", site.node, {});
  if (type === undefined && undefinable !== true) reader.report("CM3012", site.node, {});
  return type ?? unreadable(reader, site.node);
}
