import { ApiError } from "../error/api-error.js";

/** An object that cannot be shown in the version asked for, or not be stored. The caller learns which and where it failed; the log, why. */
export class ConversionError extends ApiError {
  constructor(detail: string, cause: Error) {
    super("InternalError", detail, { cause });
    this.name = "ConversionError";
  }
}
