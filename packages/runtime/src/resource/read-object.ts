import { checkObjectName } from "@cmgen/model";
import type { StoredBytes } from "@cmgen/store";
import type { WriteContext } from "./write-context.js";

/** Reads an object by name. An invalid name is not looked up, since a database may not accept every text. */
export async function readObject(
  { model, store }: Pick<WriteContext, "model" | "store">,
  name: string,
): Promise<StoredBytes | undefined> {
  return checkObjectName(name).length > 0 ? undefined : store.read(model, name);
}
