import { SERVICE_NAME, SYSTEM_PREFIX, type WriteOrigin } from "./caller.js";

/** Who writes with a resource. Each operation adds its verb, unless the writer has one. */
export type Writer = Omit<WriteOrigin, "verb"> & Partial<Pick<WriteOrigin, "verb">>;

/** The name that a plugin's code has as a caller. A controller has one of its own. */
export function systemName({
  plugin,
  controller,
}: { readonly plugin?: unknown; readonly controller?: unknown } = {}): string {
  if (typeof plugin !== "string") return SERVICE_NAME;
  return typeof controller === "string"
    ? `${SYSTEM_PREFIX}controller:${plugin}/${controller}`
    : `${SYSTEM_PREFIX}plugin:${plugin}`;
}
