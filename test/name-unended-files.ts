import { relative } from "node:path";
import type { Reporter, TestModule, TestSpecification, Vitest } from "vitest/node";

/**
 * Ends a run in which nothing has begun or ended for some minutes, and names the files that have not ended. Each test has a limit of its own, but a
 * process that stands still in a loop, or never starts, has none.
 */
export class NameUnendedFiles implements Reporter {
  readonly #minutes: number;
  /** When each file began; `undefined` where it has not. */
  readonly #unended = new Map<string, number | undefined>();
  #vitest: Vitest | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param minutes More than the longest test may take. */
  constructor(minutes: number) {
    this.#minutes = minutes;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunStart(files: readonly TestSpecification[]): void {
    for (const { moduleId } of files) this.#unended.set(moduleId, undefined);
    this.#timer = setTimeout(() => void this.#endRun(), this.#minutes * 60_000);
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#unended.set(moduleId, Date.now());
    this.#timer?.refresh();
  }

  onTestCaseResult(): void {
    this.#timer?.refresh();
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#unended.delete(moduleId);
    this.#timer?.refresh();
  }

  onTestRunEnd(): void {
    clearTimeout(this.#timer);
  }

  async #endRun(): Promise<void> {
    process.stderr.write(`\n${this.#message()}\n\n`);
    process.exitCode = 1;
    // The first waits for the files that run; the second ends their processes.
    void this.#vitest?.cancelCurrentRun("test-failure");
    await this.#vitest?.cancelCurrentRun("test-failure");
  }

  #message(): string {
    const lines = [...this.#unended]
      .toSorted(([, one = Infinity], [, other = Infinity]) => one - other)
      .map(([moduleId, since]) => {
        const path = relative(this.#vitest?.config.root ?? "", moduleId).replaceAll("\\", "/");
        return `  ${path}: ${since === undefined ? "not started" : `running for ${secondsSince(since)} s`}`;
      });
    const reason = `No test has ended for ${this.#minutes} minutes. The run is stopped. These files have not ended:`;
    return [reason, ...lines].join("\n");
  }
}

function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1000);
}
