import { checkObjectName } from "@cmgen/model";
import type { StoredBytes } from "@cmgen/store";
import type { WriteContext } from "./write-context.js";

/** The object of that name, if there is one. A name that none can have is not looked for: not every database takes any text. */
export async function readObject(
  { model, store }: Pick<WriteContext, "model" | "store">,
  name: string,
): Promise<StoredBytes | undefined> {
  return checkObjectName(name).length > 0 ? undefined : store.read(model, name);
}
