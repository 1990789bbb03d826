import type { Type } from "../../model/type.js";

/** Whether the reader has reported what stands here: rules leave it alone, so that one mistake is not told twice. */
export function isUnreadable(type: Type): boolean {
  return type.shape === "json" && type.schema === false;
}
