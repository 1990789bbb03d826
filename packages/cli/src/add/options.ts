/** Options that several commands of `cmgen add` have. */
export const dryRunOption = {
  type: "boolean" as const,
  default: false,
  describe: "Write nothing; print a diff, which `git apply` takes.",
};

export const modelArgument = {
  type: "string",
  demandOption: true,
  describe: "The model's kind, such as Invoice.",
} as const;

export const apiVersionOption = {
  type: "string",
  requiresArg: true,
  describe: "The model's API version, such as v1, where it has several.",
} as const;
