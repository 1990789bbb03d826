import { setTimeout as pause } from "node:timers/promises";

import { deletionOf } from "../objects/object-table.js";
import { findObject } from "../objects/read-objects.js";
import type { ServedObject } from "../objects/served-object.js";
import { fullName, type ServedResource } from "../objects/served-resource.js";
import type { Connection } from "../server/connect.js";
import { printable } from "../server/printable.js";
import type { Terminal } from "../terminal.js";

/** An object that was deleted and is still there. */
export interface DeletedObject {
  readonly resource: ServedResource;
  readonly name: string;
  readonly object: ServedObject;
}

/** How long to wait, and where to report. */
export interface WaitOptions {
  readonly seconds: number;
  readonly terminal: Pick<Terminal, "now" | "error" | "out">;
}

const INTERVAL_MS = 250;

/** Waits until objects are gone, and returns how many are still there when the time is over: those are reported, with what holds them. */
export async function waitUntilGone(
  { transport }: Connection,
  held: readonly DeletedObject[],
  { seconds, terminal }: WaitOptions,
): Promise<number> {
  const deadline = performance.now() + seconds * 1000;
  let left = held;
  while (left.length > 0) {
    const still: DeletedObject[] = [];
    for (const each of left) {
      const object = await findObject(transport, each.resource, each.name);
      const isSame = object?.metadata.uid === each.object.metadata.uid;
      if (object !== undefined && isSame) still.push({ ...each, object });
      else terminal.out(`${printable(fullName(each.resource, each.name))} is gone\n`);
    }
    left = still;
    if (left.length === 0 || performance.now() > deadline) break;
    await pause(INTERVAL_MS);
  }
  for (const { resource, name, object } of left) {
    const what = `${fullName(resource, name)} is still there after ${seconds} s: ${deletionOf(object, terminal.now())}`;
    terminal.error(`${printable(what)}\n`);
  }
  return left.length;
}
