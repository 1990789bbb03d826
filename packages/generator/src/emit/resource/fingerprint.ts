import { createHash } from "node:crypto";

import type { IndexModel } from "../../model/model.js";

/**
 * What an index holds, as 16 hex digits: they change when its values would, or how they are kept, and then the service builds it
 * again. Where an index stands among others does not count.
 */
export function fingerprintOf(index: IndexModel): string {
  const { source, path, functionText = "", valueType = "string", multi, order, unique } = index;
  const text = JSON.stringify([source, path, functionText, valueType, multi, order, unique]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
