import { jsonEqual } from "@cmgen/model/internal";
import { memberOf } from "../document/json-object.js";
import type { Envelope } from "./envelope.js";
import { invalid } from "./invalid.js";
import type { StoredObject } from "./stored-object.js";

/**
 * Gives a draft the status that is stored, where only `/{name}/status` writes it. What a caller sends may leave the status out or repeat it: an
 * object that was read can be sent back.
 *
 * @param stored undefined for a new object, which has none.
 * @throws {ApiError} `Invalid` for another status: it would be dropped.
 */
export function keepStatus(draft: Envelope, stored: StoredObject | undefined): void {
  const kept = stored && memberOf(stored, "status");
  const sent = draft["status"];
  delete draft["status"];
  if (kept !== undefined) draft["status"] = kept;
  if (sent === undefined || jsonEqual(sent, kept)) return;
  const message = "is written at /{name}/status alone: leave it out here, or send it as it is stored";
  throw invalid([{ path: "/status", keyword: "subresource", message }]);
}
