import { ApiError } from "../error/api-error.js";
import type { NotReady } from "../host/service.js";

/** @throws {ApiError} `NotReady` with `Retry-After`, if there is a reason. */
export function assertReady(notReady: NotReady | undefined): void {
  if (notReady === undefined) return;
  throw new ApiError("NotReady", notReady.reason, { headers: { "retry-after": String(notReady.retryAfterSeconds) } });
}
