/** What agents may do beside reading. */
export interface McpOptions {
  /** Whether there are tools that change objects, as their caller may. */
  readonly writes: boolean;
}
