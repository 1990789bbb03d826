import { expect, test } from "vitest";
import { errorStatuses, isErrorCode } from "./error-code.js";

test("the codes are a closed list", () => {
  expect(errorStatuses).toEqual({
    BadRequest: 400,
    InvalidQuery: 400,
    Unauthorized: 401,
    Forbidden: 403,
    NotFound: 404,
    MethodNotAllowed: 405,
    NotAcceptable: 406,
    AlreadyExists: 409,
    Conflict: 409,
    DuplicateIndexValue: 409,
    Referenced: 409,
    Expired: 410,
    PreconditionFailed: 412,
    TooLarge: 413,
    UnsupportedMediaType: 415,
    Invalid: 422,
    TooManyRequests: 429,
    InternalError: 500,
    NotReady: 503,
  });
});

test("what is not on it is no code", () => {
  expect(isErrorCode("Conflict")).toBe(true);
  for (const code of ["conflict", "toString", "", 409, null, undefined]) expect(isErrorCode(code)).toBe(false);
});
