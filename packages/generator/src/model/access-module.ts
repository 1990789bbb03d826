/** Where a plugin says who may do what, relative to its root. */
export const ACCESS_MODULE = "src/access.ts";

/** The generated module that it imports `defineAccess` from, relative to the folder of generated files. */
export const ACCESS_NAMES_MODULE = "access.ts";
