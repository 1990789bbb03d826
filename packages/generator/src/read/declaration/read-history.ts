import { durationMs } from "@cmgen/model/internal";
import type { Model } from "../../model/model.js";
import type { Reader } from "../reader.js";
import { type LiteralProperties, readObject, readText, reportUnexpected } from "./attribute-values.js";
import { staticNumber } from "./static-value.js";

const history = {
  attribute: "history",
  expected: '`{ keep: "90d" }`, with `versions` for the most that are kept of an object',
  known: { owner: "`history`", names: ["keep", "versions"] },
};
const keep = { attribute: "keep", expected: 'a duration of at least 1 s, such as `"90d"` or `"12h"`' };
const versions = { attribute: "versions", expected: "a whole number of at least 1" };

/** Reads what a declaration says of the former versions of its objects. */
export function readHistory(reader: Reader, properties: LiteralProperties): Pick<Model, "history"> {
  const value = properties.get("history")?.value;
  const said = value && readObject(reader, value, history);
  if (value === undefined || said === undefined) return {};
  const kept = readText(reader, said, keep);
  if (kept === undefined) {
    if (!said.has("keep")) reportUnexpected(reader, value, history);
    return {};
  }
  if ((durationMs(kept) ?? 0) < 1000) reportUnexpected(reader, said.get("keep")?.value ?? value, keep);
  const most = said.get("versions")?.value;
  if (most === undefined) return { history: { keep: kept } };
  const count = staticNumber(most, reader);
  if (count === undefined || !Number.isSafeInteger(count) || count < 1) reportUnexpected(reader, most, versions);
  return { history: { keep: kept, versions: count ?? 1 } };
}
