import type { Connection } from "../server/connect.js";
import { followObjects } from "./follow-objects.js";
import type { NamedObject } from "./meant-objects.js";
import type { WaitCondition } from "./wait-condition.js";
import { selectorOfNames } from "./watch-objects.js";

/** Something that is waited for. */
export interface Awaited extends NamedObject {
  /** The object that is to go: another one of its name is not waited for. */
  readonly uid?: string | undefined;
  readonly condition: WaitCondition;
}

/** Waits until the condition holds for an object, or the signal is aborted, and returns whether it holds. The object need not be there yet. */
export async function waitFor(
  connection: Connection,
  { resource, name, uid, condition }: Awaited,
  signal: AbortSignal,
): Promise<boolean> {
  const ending = new AbortController();
  const query = { fieldSelector: selectorOfNames([name]) };
  const following = { connection, resource, query, isListed: true, signal: AbortSignal.any([signal, ending.signal]) };
  try {
    for await (const event of followObjects(following)) {
      if (event.type === "RESET") continue;
      const object =
        event.type === "DELETED" ? undefined : event.objects.find(({ metadata }) => metadata.name === name);
      if (condition.isMet(object, uid)) return true;
    }
    return false;
  } finally {
    ending.abort();
  }
}
