import { collectionPath, type StoredObjectMeta } from "@cmgen/model";
import type { Transport } from "@cmgen/client";

import type { ServedResource } from "./find-resource.js";

/** An object as a service answers it. */
export interface ServedObject {
  readonly metadata: StoredObjectMeta;
  readonly spec?: unknown;
}

export interface ObjectSelection {
  readonly name?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
}

interface Stretch {
  readonly metadata: { readonly continue?: string };
  readonly items: readonly ServedObject[];
}

/** Objects that one request fetches. */
const STRETCH = 500;

/** Reads one object, or those selected, some at a time. */
export async function* readObjects(
  transport: Transport,
  resource: ServedResource,
  { name, ...selectors }: ObjectSelection,
): AsyncGenerator<readonly ServedObject[], void> {
  const path = collectionPath(resource);
  if (name !== undefined) {
    yield [await transport.json<ServedObject>({ method: "GET", path: `${path}/${encodeURIComponent(name)}` })];
    return;
  }
  const query = new URLSearchParams({ limit: String(STRETCH), total: "none", sort: "metadata.name" });
  for (const [key, value] of Object.entries(selectors)) if (value !== undefined) query.set(key, value);
  for (;;) {
    const { items, metadata } = await transport.json<Stretch>({ method: "GET", path, query });
    if (items.length > 0) yield items;
    if (metadata.continue === undefined) return;
    query.set("continue", metadata.continue);
  }
}
