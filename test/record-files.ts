import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";

/** What came of one file of tests: a line of the journal of a run. */
export interface FileResult {
  /** Relative to the repository's root, with `/`. */
  readonly file: string;
  readonly seconds: number;
  readonly passed: number;
  readonly failures: readonly { readonly test: string; readonly message: string }[];
}

/** Writes a line of JSON when a file has ended, so that a run that is stopped can go on where it was. */
export class RecordFiles implements Reporter {
  readonly #journal: string;
  readonly #begun = new Map<string, number>();
  #root = "";

  /** @param journal The file to which lines are added. */
  constructor(journal: string) {
    this.#journal = journal;
  }

  onInit({ config }: Vitest): void {
    this.#root = config.root;
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#begun.set(moduleId, Date.now());
  }

  onTestModuleEnd(module: TestModule): void {
    appendFileSync(this.#journal, `${JSON.stringify(this.#resultOf(module))}\n`);
  }

  #resultOf(module: TestModule): FileResult {
    const begun = this.#begun.get(module.moduleId) ?? Date.now();
    const tests = [...module.children.allTests()];
    return {
      file: relative(this.#root, module.moduleId).replaceAll("\\", "/"),
      seconds: Math.round((Date.now() - begun) / 100) / 10,
      passed: tests.filter((test) => test.result().state === "passed").length,
      failures: failuresOf(module, tests),
    };
  }
}

function failuresOf(module: TestModule, tests: readonly TestCase[]): FileResult["failures"] {
  const failedTests = tests
    .filter((test) => test.result().state === "failed")
    .map((test) => ({ test: test.fullName, message: test.result().errors?.[0]?.message ?? "" }));
  // Errors of hooks, and of the file where it could not be loaded.
  const outside = [module, ...module.children.allSuites()].flatMap((scope) =>
    scope
      .errors()
      .map(({ message }) => ({ test: scope.type === "suite" ? scope.fullName : "the file itself", message })),
  );
  const found = [...outside, ...failedTests];
  return found.length === 0 && module.state() === "failed" ? [{ test: "the file itself", message: "" }] : found;
}
