/** Options that several commands of `cmgen add` have. */
export const dryRun = {
  type: "boolean",
  default: false,
  describe: "Write nothing; print a diff, which `git apply` takes.",
} as const;

export const model = {
  type: "string",
  demandOption: true,
  describe: "The model's kind, such as Invoice.",
} as const;

export const apiVersion = {
  type: "string",
  requiresArg: true,
  describe: "The model's API version, such as v1, where it has several.",
} as const;

export interface ModelOptions {
  readonly model: string;
  readonly "api-version": string | undefined;
  readonly "dry-run": boolean;
}
