import { createHash } from "node:crypto";

import type { IndexModel } from "../../model/model.js";

/**
 * What an index holds, as 16 hex digits: they change when its values would, or how they are kept, and then the service builds it
 * again. Where an index stands among others does not count. Of a kind with several versions, objects that were stored as another version
 * are indexed as what they are converted to: `conversions` says how, as text.
 */
export function fingerprintOf(index: IndexModel, conversions?: string): string {
  const { source, path, codeHash = "", valueType = "string", multi, order, unique } = index;
  const text = JSON.stringify([
    source,
    path,
    codeHash,
    valueType,
    multi,
    order,
    unique,
    ...(conversions === undefined ? [] : [conversions]),
  ]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
