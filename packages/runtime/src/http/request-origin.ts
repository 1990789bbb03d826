import type { IncomingMessage } from "node:http";
import type { WriteOrigin } from "../access/caller.js";
import type { Verb } from "../host/authorizer.js";
import { remoteAddressOf } from "./client-view.js";
import { callerOf } from "./request-caller.js";
import { requestIdOf } from "./request-id.js";

/** What the change log calls the verbs that write. */
const WRITES: ReadonlyMap<Verb, WriteOrigin["verb"]> = new Map([
  ["create", "create"],
  ["update", "update"],
  ["patch", "update"],
  ["delete", "delete"],
  ["deletecollection", "delete"],
]);

/** Who writes by a request; undefined if its operation only reads. */
export function requestOrigin(request: IncomingMessage, operation: Verb): WriteOrigin | undefined {
  const verb = WRITES.get(operation);
  return verb === undefined ? undefined : { actor: callerOf(request).name, verb, ...requestPlace(request) };
}

/** Where a request comes from. */
export function requestPlace(request: IncomingMessage): Pick<WriteOrigin, "requestId" | "address"> {
  const address = remoteAddressOf(request);
  return { requestId: requestIdOf(request), ...(address !== "" && { address }) };
}
