import { apiVersionOf } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { invalid } from "./invalid.js";
import { isJsonObject, memberOf, type JsonObject } from "../document/json-object.js";

/** An incoming object whose envelope matches the resource it was sent to. Its `metadata` is a copy. */
export interface Envelope extends JsonObject {
  apiVersion: string;
  kind: string;
  metadata: JsonObject;
}

/**
 * Reads the envelope of a body (spec 2.2). Members that the path already determines may be left out, but must not contradict it.
 *
 * @throws {ApiError} `BadRequest` when `apiVersion`, `kind` or the name is not the path's, `Invalid` when there is no object or
 * `metadata` is none.
 */
export function readEnvelope(model: ModelDescriptor, body: unknown, name?: string): Envelope {
  if (!isJsonObject(body)) throw invalid([{ path: "", keyword: "type", message: "must be an object" }]);
  const apiVersion = apiVersionOf(model);
  assertSame("apiVersion", memberOf(body, "apiVersion"), apiVersion);
  assertSame("kind", memberOf(body, "kind"), model.kind);
  const metadata = Object.hasOwn(body, "metadata") ? body["metadata"] : {};
  if (!isJsonObject(metadata)) throw invalid([{ path: "/metadata", keyword: "type", message: "must be an object" }]);
  if (name !== undefined) assertSame("metadata.name", memberOf(metadata, "name"), name);
  return { ...body, apiVersion, kind: model.kind, metadata: { ...metadata, ...(name !== undefined && { name }) } };
}

function assertSame(field: string, given: unknown, expected: string): void {
  if (given === undefined || given === expected) return;
  throw new ApiError(
    "BadRequest",
    `The body's ${field} is ${JSON.stringify(given)}, but the path is for ${JSON.stringify(expected)}.`,
    {
      errors: [
        { path: `/${field.replace(".", "/")}`, code: "mismatch", message: `must be ${JSON.stringify(expected)}` },
      ],
    },
  );
}
