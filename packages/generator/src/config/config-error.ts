/** The config, or the way cmgen was called, cannot be followed. Carries every problem found, one sentence each. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  /** The config file, relative to the plugin's root. */
  readonly file: string;
  readonly problems: readonly string[];

  constructor(file: string, problems: readonly string[], options?: ErrorOptions) {
    super(problems.map((problem) => `${file}: ${problem}`).join("\n"), options);
    this.file = file;
    this.problems = problems;
  }
}
