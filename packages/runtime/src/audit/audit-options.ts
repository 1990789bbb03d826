/** Where every write is recorded, and how much of it. */
export interface AuditOptions {
  /** Standard output, or a file that lines are appended to. A relative path is that of the working folder. */
  readonly to: "stdout" | { readonly file: string };
  /** Whether lines have the object as it was stored. Fields marked `@secret` are left out. Default `false`. */
  readonly bodies?: boolean;
}
