import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { JSON_PATCH_MEDIA_TYPE, type Changes, type JsonPatch } from "@cmgen/model";
import { DocumentError, parseYamlStream } from "@cmgen/runtime/document";

import type { ExitCode } from "../exit-code.js";
import { objectPath, type WritableObject } from "../objects/resource-objects.js";
import { asRecord } from "../objects/served-object.js";
import type { Terminal } from "../terminal.js";
import { FilesError, UsageError } from "../usage-error.js";
import { changeObjects, type ChangeOptions, type Changing } from "./change-objects.js";

export interface PatchOptions extends ChangeOptions {
  readonly patch: string | undefined;
  readonly patchFile?: string | undefined;
  readonly type: "merge" | "json";
  readonly status: boolean;
}

/** Patches the objects that are named or selected; see the command. */
export async function patchObjects(options: PatchOptions, terminal: Terminal): Promise<ExitCode> {
  const patch = readPatch(await patchText(options, terminal), options);
  return changeObjects(options, terminal, { done: "patched", change: patch });
}

type Patch = (changing: Changing) => Promise<unknown>;

/** @throws {UsageError} if the text is not a patch of the type */
function readPatch(text: string, { type, status }: PatchOptions): Patch {
  const value = parse(text);
  if (type === "json") {
    if (!isJsonPatch(value)) {
      throw new UsageError(
        'With --type json a patch is a list: [{ "op": "replace", "path": "/spec/age", "value": 43 }].',
      );
    }
    return status ? patchStatus(value) : ({ objects, name }) => objects.patch(name, value);
  }
  if (!isChanges(value)) throw new UsageError('A patch is a map of what changes, such as {"spec": {"age": 43}}.');
  if (!status) return ({ objects, name }) => objects.update(name, value);
  const { status: changes, ...others } = value;
  if (typeof changes !== "object" || Object.keys(others).length > 0) {
    throw new UsageError('With --status a patch has `status` and nothing else: {"status": {"phase": "Ready"}}.');
  }
  return ({ objects, name }) => objects.status.update(name, asRecord(changes));
}

/** The interface of objects has merging for a status only. */
function patchStatus(body: JsonPatch): Patch {
  return ({ connection, resource, name }) => {
    const path = `${objectPath(resource, name)}/status`;
    return connection.transport.json<unknown>({ method: "PATCH", path, body, mediaType: JSON_PATCH_MEDIA_TYPE });
  };
}

function isJsonPatch(value: unknown): value is JsonPatch {
  return Array.isArray(value) && value.every((each) => typeof asRecord(each)["op"] === "string");
}

function isChanges(value: unknown): value is Changes<WritableObject> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function patchText({ patch, patchFile }: PatchOptions, terminal: Terminal): Promise<string> {
  if ((patch === undefined) === (patchFile === undefined)) {
    throw new UsageError("Give the patch with -p, or a file with --patch-file.");
  }
  if (patchFile === undefined) return patch ?? "";
  if (patchFile === "-") return (await terminal.input?.()) ?? "";
  try {
    return readFileSync(resolve(terminal.workingFolder, patchFile), "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new FilesError(`${patchFile} cannot be read (${code}).`, { cause: error });
  }
}

function parse(text: string): unknown {
  try {
    const [document, ...others] = parseYamlStream(text);
    if (others.length > 0) throw new DocumentError("It has several documents.");
    return document?.value;
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new UsageError(`The patch cannot be read as JSON or YAML: ${error.message}`, { cause: error });
  }
}
