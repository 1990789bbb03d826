import { applied } from "@cmgen/model/internal";
import { z } from "zod";
import { ask, type Asking, type ServiceAnswer } from "./ask.js";
import { membersOf, valueAt, type Members } from "./members.js";
import { objectPath } from "./object-path.js";
import { kindCalled } from "./read-tools.js";
import type { Kind } from "./served-document.js";
import { defineTool, inputs } from "./tool.js";
import { ToolError } from "./tool-error.js";

const MERGE_PATCH = "application/merge-patch+json";

const version = z.int().min(1).describe("metadata.version as you have read it: another one now is a Conflict.");

/** `create_object`. */
export const createTool = defineTool({
  name: "create_object",
  title: "Create an object",
  description: "Creates an object. Without metadata.name, metadata.generateName is the beginning of its name.",
  input: { kind: inputs.kind, object: inputs.object },
  writes: { isDestructive: false },
  run: async (asking, { kind: name, object }) => {
    const kind = await kindCalled(asking, name);
    return written("Created", await create(asking, kind, object));
  },
});

/** `update_object`: changes some fields of the version that was read. */
export const updateTool = defineTool({
  name: "update_object",
  title: "Change an object",
  description:
    "Changes fields of an object by a merge patch (RFC 7396): fields left out stay, null removes, lists are replaced.",
  input: {
    kind: inputs.kind,
    name: inputs.name,
    version,
    patch: z.record(z.string(), z.unknown()).describe('What changes: `{"spec": {"age": 32}}`.'),
    status: z
      .boolean()
      .default(false)
      .describe("Whether the status is changed, of kinds whose status is written alone."),
  },
  writes: { isDestructive: true },
  run: async (asking, { kind: kindAsked, name, version: expected, patch, status }) => {
    const kind = await kindCalled(asking, kindAsked);
    const path = `${objectPath(kind, name)}${status ? "/status" : ""}`;
    const body = { ...patch, metadata: { ...membersOf(patch["metadata"]), version: expected } };
    return written("Changed", await ask(asking, { method: "PATCH", path, body, mediaType: MERGE_PATCH }));
  },
});

/** `apply_object`: makes an object be as it is given, whether it is there or not. */
export const applyTool = defineTool({
  name: "apply_object",
  title: "Apply an object",
  description:
    "Creates an object, or merges it into the one of its name. Give metadata.version to change no other version than that.",
  input: { kind: inputs.kind, object: inputs.object },
  writes: { isDestructive: true },
  run: async (asking, { kind: kindAsked, object }) => {
    const kind = await kindCalled(asking, kindAsked);
    const name = valueAt(object, "metadata.name");
    if (typeof name !== "string") throw new ToolError("Invalid", "/metadata/name is missing.");
    const path = objectPath(kind, name);
    return applied(
      async () =>
        written("Applied", await ask(asking, { method: "PATCH", path, body: object, mediaType: MERGE_PATCH })),
      async () => written("Created", await create(asking, kind, object)),
    );
  },
});

/** `delete_object`: deletes the version that was read. */
export const deleteTool = defineTool({
  name: "delete_object",
  title: "Delete an object",
  description: "Deletes an object. One with finalizers, or with others that go with it, stays until those are done.",
  input: { kind: inputs.kind, name: inputs.name, version },
  writes: { isDestructive: true },
  run: async (asking, { kind: kindAsked, name, version: expected }) => {
    const kind = await kindCalled(asking, kindAsked);
    const body = { preconditions: { version: expected } };
    return written("Deleted", await ask(asking, { method: "DELETE", path: objectPath(kind, name), body }));
  },
});

function create(asking: Asking, { path, group, version: ofKind, kind }: Kind, object: Members): Promise<ServiceAnswer> {
  const body = { apiVersion: `${group}/${ofKind}`, kind, ...object };
  return ask(asking, { method: "POST", path, body });
}

/** What was written, in a line: the agent knows what it sent. */
function written(done: string, { json, headers }: ServiceAnswer): string {
  const { name, version: now, uid } = membersOf(membersOf(json)["metadata"]);
  const warning = headers.get("warning");
  return `${done} ${String(name)}, version ${String(now)}, uid ${String(uid)}.${warning === null ? "" : `\nWarning: ${warning}`}`;
}
