/** Bytes over the wire, gzipped: of a first visit to a list, and of everything that is loaded later. */
export function pageSizes(): { readonly first: number; readonly later: number };
