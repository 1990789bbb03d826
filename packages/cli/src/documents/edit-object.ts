import { ApiProblem } from "@cmgen/client";
import { DocumentError, parseYamlStream } from "@cmgen/runtime/document";

import { exitCode, type ExitCode } from "../exit-code.js";
import { findTargets } from "../objects/find-targets.js";
import { mergePatchBetween } from "../objects/merge-patch.js";
import { printYaml } from "../objects/print-yaml.js";
import { readObject } from "../objects/read-objects.js";
import { objectPath } from "../objects/resource-objects.js";
import type { ServedObject } from "../objects/served-object.js";
import { fullName, readResources, type ServedResource } from "../objects/served-resource.js";
import { problemText, withService, type Connection, type ConnectOptions } from "../server/connect.js";
import { printable } from "../server/printable.js";
import type { Terminal } from "../terminal.js";
import { FilesError, UsageError } from "../usage-error.js";
import { openDraft, type Draft } from "./draft.js";
import { replaceObject } from "./replace-object.js";

export interface EditObjectOptions extends ConnectOptions {
  readonly resource: string;
  readonly name?: string | undefined;
}

/** Opens an object in the editor and puts what is saved in its place; see the command. */
export function editObject(options: EditObjectOptions, terminal: Terminal): Promise<ExitCode> {
  return withService(options, terminal, async (connection) => {
    const words = options.name === undefined ? [options.resource] : [options.resource, options.name];
    const [target, ...others] = findTargets(await readResources(connection.transport), words);
    const name = target?.name;
    if (target === undefined || name === undefined || others.length > 0) {
      throw new UsageError("Give one object to edit, as person/ann or people ann.");
    }
    const { resource } = target;
    const stored = await readObject(connection, resource, name);
    const draft = openDraft(name, terminal);
    const result = await edit({ connection, resource, draft }, stored);
    terminal.out(printable(`${fullName(resource, name)} ${result}\n`));
    draft.discard();
    return exitCode.ok;
  });
}

interface Editing {
  readonly connection: Connection;
  readonly resource: ServedResource;
  readonly draft: Draft;
}

/** What is in the editor: an object, the state of the stored one that it was made from, and remarks above it. */
interface Shown {
  readonly text: string;
  readonly base: ServedObject;
  readonly remarks: readonly string[];
}

const INTRODUCTION = [
  "Change the object below and save it. Lines that begin with # are left out.",
  "An empty file, or one without a change, changes nothing.",
];

/** Edits until the service takes the object; returns what became of it. */
async function edit({ connection: { transport }, resource, draft }: Editing, stored: ServedObject): Promise<string> {
  const path = objectPath(resource, stored.metadata.name);
  let shown: Shown = { text: printYaml(stored), base: stored, remarks: [] };
  for (let times = 1; ; times += 1) {
    const before = withRemarks(shown);
    const after = await draft.edit(before);
    if (withoutRemarks(after).trim() === "") return "is unchanged";
    if (after === before) {
      if (times === 1) return "is unchanged";
      throw new FilesError(`Nothing was changed. Your text is kept in ${draft.path}.`);
    }
    const text = withoutRemarks(after);
    try {
      const edited = parseObject(text);
      if (Object.keys(mergePatchBetween({ ...shown.base }, edited)).length === 0) return "is unchanged";
      const result = await replaceObject({ transport, path }, edited, shown.base);
      if ("object" in result) return doneTo(shown.base, result.object);
      const { newest, merged, remarks } = result.clash;
      shown = { text: printYaml(merged), base: newest, remarks };
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === undefined) {
        // The text is the user's work: it outlives whatever has gone wrong.
        throw new FilesError(
          `${error instanceof Error ? error.message : String(error)}\nYour text is kept in ${draft.path}.`,
          {
            cause: error,
          },
        );
      }
      shown = { ...shown, text, remarks: reason };
    }
  }
}

function doneTo(base: ServedObject, { metadata }: ServedObject): string {
  return metadata.version === base.metadata.version ? "is unchanged: what you changed is not yours to set" : "edited";
}

/** @throws {DocumentError} if the text is not one YAML document of a map */
function parseObject(text: string): Readonly<Record<string, unknown>> {
  const [document, ...others] = parseYamlStream(text);
  const value = document?.value;
  if (others.length > 0 || typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new DocumentError("It must be one object.");
  }
  return { ...value };
}

/** Why the text must be changed again; undefined for what changing it does not help against. */
function reasonOf(error: unknown): readonly string[] | undefined {
  if (error instanceof DocumentError) return error.message.split("\n");
  if (!(error instanceof ApiProblem) || error.problem === undefined) return undefined;
  const isTheText = error.status === 400 || error.status === 409 || error.status === 413 || error.status === 422;
  return isTheText ? ["The service refused this:", ...problemText(error).split("\n")] : undefined;
}

function withRemarks({ text, remarks }: Shown): string {
  return [...INTRODUCTION, ...(remarks.length === 0 ? [] : ["", ...remarks])]
    .map((line) => `# ${printable(line)}`.trimEnd())
    .concat(text)
    .join("\n");
}

/** Only the lines at the top are remarks: others are in the middle of the user's texts. */
function withoutRemarks(text: string): string {
  return text.replace(/^(?:[ \t]*(?:#[^\n]*)?\r?\n)+/, "");
}
