/** The runtime's part for databases, loaded when a command needs it: `cmgen generate` does without the drivers. */
export const loadRuntime = () => import("@cmgen/runtime/database");
