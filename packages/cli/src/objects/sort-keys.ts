import { UsageError } from "../usage-error.js";
import type { ServedResource } from "./served-resource.js";

/**
 * What a list is sorted by, as a client takes it, from fields such as `spec.age` and `spec.age,desc`. Without a direction it is the one that the
 * index is declared with, as in the HTTP API.
 *
 * @throws {UsageError} for another direction
 */
export function sortKeys(
  fields: readonly string[] | undefined,
  resource: ServedResource | undefined,
): readonly string[] | undefined {
  return fields?.map((given) => {
    const [field = "", direction, ...others] = given.split(",");
    const declared = resource?.indexes.find(({ name }) => name === field)?.isDescending === true ? "desc" : "asc";
    const order = direction ?? declared;
    if (field === "" || others.length > 0 || (order !== "asc" && order !== "desc")) {
      throw new UsageError(
        `--sort must be a field, or a field with a direction, as spec.age,desc: not ${JSON.stringify(given)}.`,
      );
    }
    return order === "desc" ? `-${field}` : field;
  });
}
