import { decodeContinue, type ListWindow, type WalkIdentity } from "@cmgen/store";
import type { ListParameters, QueryProblems } from "./list-parameters.js";

/** Objects that a step of a walk returns, at most. A larger `limit` returns these, with a `continue` token. */
const MOST_IN_A_STEP = 1000;

/**
 * The requested part of the list: a page by number, a walk by `limit` and `continue`, or all. Without `identity`, because the selectors or the
 * order are not valid, a token is not looked at.
 */
export function planWindow(
  parameters: ListParameters,
  identity: WalkIdentity | undefined,
  problems: QueryProblems,
): ListWindow {
  const { page, size, limit, continue: token } = parameters;
  if (limit === undefined) {
    if (token !== undefined)
      problems.add({ path: "continue", code: "needsLimit", message: "may only be used with limit" });
    return pageWindow({ page, size }, problems);
  }
  for (const [path, value] of Object.entries({ page, size })) {
    if (value !== undefined) problems.add({ path, code: "exclusive", message: "cannot be combined with limit" });
  }
  return walkWindow({ limit, token }, identity, problems);
}

/** Whether the exact total is wanted: by default for pages, but not for walks, whose steps should all cost the same. */
export function planTotal({ total, limit }: ListParameters, problems: QueryProblems): boolean {
  if (total === undefined) return limit === undefined;
  if (total !== "exact" && total !== "none") {
    problems.add({ path: "total", code: "enum", message: 'must be "exact" or "none"' });
  }
  return total === "exact";
}

interface PageParameters {
  readonly page: string | undefined;
  readonly size: string | undefined;
}

function pageWindow(parameters: PageParameters, problems: QueryProblems): ListWindow {
  const page = wholeNumber({ path: "page", text: parameters.page ?? "1", least: 1 }, problems);
  const size = wholeNumber({ path: "size", text: parameters.size ?? "0", least: 0 }, problems);
  if (size > 0) {
    if (!Number.isSafeInteger(page * size)) problems.add({ path: "page", code: "maximum", message: "is too large" });
    return { by: "page", page, size };
  }
  if (page > 1)
    problems.add({ path: "page", code: "needsSize", message: "may be more than 1 only together with a size above 0" });
  return { by: "all" };
}

interface WalkParameters {
  readonly limit: string;
  readonly token: string | undefined;
}

function walkWindow(
  { limit: text, token }: WalkParameters,
  identity: WalkIdentity | undefined,
  problems: QueryProblems,
): ListWindow {
  const items = wholeNumber({ path: "limit", text, least: 1 }, problems);
  const limit = Math.min(items, MOST_IN_A_STEP);
  if (token === undefined || identity === undefined) return { by: "keyset", limit };
  const after = decodeContinue(identity, token);
  if (after !== undefined) return { by: "keyset", limit, after };
  const message = "is from another collection, sort or selector, or was not returned by a list";
  problems.add({ path: "continue", code: "invalid", message });
  return { by: "keyset", limit };
}

interface WholeNumber {
  readonly path: string;
  readonly text: string;
  readonly least: number;
}

function wholeNumber({ path, text, least }: WholeNumber, problems: QueryProblems): number {
  const value = Number(text);
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
  problems.add({ path, code: "type", message: `must be a whole number of at least ${least}` });
  return least;
}
