/** Where a plugin says who may do what, relative to its root. */
export const ACCESS_MODULE = "src/access.ts";

/** The generated module that it imports `defineAccess` from, relative to the folder of generated files. */
export const ACCESS_NAMES_MODULE = "access.ts";

/** What hosts can name of a plugin's access. */
export interface HostedAccess {
  /** The roles that it defines; absent where they cannot be read without running it. */
  readonly roles?: readonly string[];
}

/** The module that says who may do what. */
export interface AccessModule extends HostedAccess {
  /** Relative to the plugin's root. */
  readonly module: string;
}
