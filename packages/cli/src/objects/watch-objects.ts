import { ApiProblem, createResourceClient, RawSelector, type StoredObjectMeta } from "@cmgen/client";
import { printSelector } from "@cmgen/model";

import { exitCode, type ExitCode } from "../exit-code.js";
import { withService, type Connection, type ConnectOptions } from "../server/connect.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { changePrinter, type ChangePrinter } from "./change-printer.js";
import { findTargets } from "./find-targets.js";
import { readObjects, type ObjectSelection } from "./read-objects.js";
import { assertNamedOrSelected, selectionOf } from "./selection-options.js";
import { checkServedObject, type ServedObject } from "./served-object.js";
import { readResources, type ServedResource } from "./served-resource.js";

export interface WatchObjectsOptions extends ConnectOptions {
  readonly resource: string;
  readonly name?: string | undefined;
  readonly selector: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly changesOnly?: boolean;
  readonly output: "table" | "wide" | "json" | "name";
}

/** A watch that is being followed. */
interface Following {
  readonly connection: Connection;
  readonly resource: ServedResource;
  readonly selection: ObjectSelection;
  readonly signal: AbortSignal;
}

/** Prints objects and their changes until it is interrupted; see the command. */
export function watchObjects(options: WatchObjectsOptions, terminal: Terminal): Promise<ExitCode> {
  const words = options.name === undefined ? [options.resource] : [options.resource, options.name];
  const given = selectionOf(options);
  assertNamedOrSelected(words, given);
  return withService(options, terminal, async (connection) => {
    const [target, ...others] = findTargets(await readResources(connection.transport), words);
    if (target === undefined || others.length > 0) throw new UsageError("Give one resource, or one object, to watch.");
    const selection = target.name === undefined ? given : { fieldSelector: selectorOfName(target.name) };
    const { resource } = target;
    const printer = changePrinter(options.output, resource, terminal);
    await follow({ connection, resource, selection, signal: terminal.interrupted() }, options, printer);
    return exitCode.ok;
  });
}

function selectorOfName(name: string): string {
  return printSelector([{ key: "metadata.name", operator: "in", values: [name] }]);
}

/** Lists, then watches; and again where the service no longer has what is to come next. */
async function follow(
  following: Following,
  { changesOnly = false }: Pick<WatchObjectsOptions, "changesOnly">,
  printer: ChangePrinter,
): Promise<void> {
  const { signal } = following;
  let isListed = !changesOnly;
  while (!signal.aborted) {
    const revision = isListed ? await list(following, printer) : undefined;
    try {
      for await (const { type, object } of changes(following, revision)) {
        await printer.print(type, [checkServedObject(object)]);
      }
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== "Expired") throw error;
      // Whoever follows from here has missed changes: only all objects say what became of them.
      await printer.reset();
      isListed = true;
    }
  }
}

/** Prints all objects, and returns the revision that the first of them were of: what has changed since then is yet to come. */
async function list(
  { connection: { transport }, resource, selection, signal }: Following,
  printer: ChangePrinter,
): Promise<string | undefined> {
  let revision: string | undefined;
  for await (const { objects, resourceVersion } of readObjects(transport, resource, selection)) {
    revision ??= resourceVersion;
    await printer.print("ADDED", objects);
    if (signal.aborted) break;
  }
  return revision;
}

interface Unknown {
  readonly metadata: StoredObjectMeta;
}

function changes(
  { connection: { options }, resource, selection, signal }: Following,
  resourceVersion: string | undefined,
): AsyncIterable<{ readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly object: ServedObject }> {
  const { labelSelector, fieldSelector } = selection;
  return createResourceClient<Unknown, Unknown, {}>(options, resource).watch({
    signal,
    ...(resourceVersion !== undefined && { resourceVersion }),
    ...(labelSelector !== undefined && { labels: new RawSelector(labelSelector) }),
    ...(fieldSelector !== undefined && { where: new RawSelector(fieldSelector) }),
  });
}
