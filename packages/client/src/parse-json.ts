import { parseJsonText } from "@cmgen/model/internal";

/** The value, or `undefined` if `text` is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return undefined;
  }
}
