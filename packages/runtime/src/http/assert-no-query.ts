import { ApiError } from "../error/api-error.js";

/** An unknown parameter is refused and not ignored: it may have been meant as a restriction. */
export function assertNoQuery(query: string): void {
  if (query === "") return;
  const names = [...new Set(new URLSearchParams(query).keys())];
  if (names.length === 0) return;
  const errors = names.map((name) => ({
    path: name,
    code: "unknownParameter",
    message: "is not a parameter of this request",
  }));
  throw new ApiError("InvalidQuery", `This request takes no query parameters: leave out ${names.join(", ")}.`, {
    errors,
  });
}
