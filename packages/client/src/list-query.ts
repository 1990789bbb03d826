import { type AnyListOptions, listParameters, type Selection, selectionParameters } from "@cmgen/model";

/** The query of a list's request. */
export function listQuery(options: AnyListOptions): URLSearchParams {
  return new URLSearchParams(listParameters(options));
}

/** The query of a request that selects, and does no more. */
export function selectionQuery(selection: Pick<AnyListOptions, keyof Selection<unknown>>): URLSearchParams {
  return new URLSearchParams(selectionParameters(selection));
}
