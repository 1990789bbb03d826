import { isProblem } from "@cmgen/client";
import { modelKey, type Model } from "../api/model.js";
import { nameChunks } from "../api/name-chunks.js";
import { objectsOf, type ServedObject } from "../api/objects.js";
import { objectKey, type MeantObject } from "./meant-object.js";

/** What is stored of the objects that are meant. What the caller may not list is taken for absent: the service knows better. */
export async function storedObjects(meant: readonly MeantObject[]): Promise<ReadonlyMap<MeantObject, ServedObject>> {
  const byKey = new Map<string, ServedObject>();
  for (const model of new Set(meant.flatMap((each) => each.model ?? []))) {
    const names = new Set(meant.flatMap((each) => (each.model === model ? (each.name ?? []) : [])));
    for (const object of await listedObjects(model, [...names]))
      byKey.set(`${modelKey(model)}/${object.metadata.name}`, object);
  }
  const found = new Map<MeantObject, ServedObject>();
  for (const each of meant) {
    const stored = byKey.get(objectKey(each) ?? "");
    if (stored !== undefined) found.set(each, stored);
  }
  return found;
}

async function listedObjects(model: Model, names: readonly string[]): Promise<readonly ServedObject[]> {
  const found: ServedObject[] = [];
  try {
    for (const chunk of nameChunks(names)) {
      const where = { "metadata.name": { in: chunk } };
      const { items } = await objectsOf(model).client.list({ where, limit: chunk.length, total: false });
      found.push(...items);
    }
  } catch (error) {
    if (!isProblem(error, "Forbidden")) throw error;
  }
  return found;
}
