/** Something around a plugin that keeps it from working, and how to fix it. */
export interface EnvironmentFinding {
  readonly code: "node" | "packages" | "generated" | "port";
  readonly message: string;
  readonly fix: string;
}
