import { ApiError } from "../../error/api-error.js";
import type { ExtensionObject } from "../../model/model-descriptor.js";
import type { Resource } from "../resource.js";
import type { ResourceReader } from "./hook-context.js";

/**
 * The part of a resource that hooks can use. A refused query is the hook's mistake, not the caller's. So what it throws here is not an
 * `ApiError`, which would become the answer.
 */
export function createResourceReader<T extends ExtensionObject>(resource: Resource<T>): ResourceReader<T> {
  return {
    find: (name) => resource.find(name),
    list: (query) => resource.list(query).catch(rethrow),
    async *each(query) {
      try {
        yield* resource.each(query);
      } catch (error) {
        rethrow(error);
      }
    },
  };
}

function rethrow(error: unknown): never {
  if (error instanceof ApiError) throw new Error(`A list was refused: ${error.message}`, { cause: error });
  throw error;
}
