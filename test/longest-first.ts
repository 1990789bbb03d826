import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What a run of the night has measured, as `scripts/commands/nightly.mjs` writes it: the seconds of each file. */
const { files: seconds } = JSON.parse(readFileSync(new URL("seconds.json", import.meta.url), "utf8")) as {
  readonly files: Readonly<Record<string, number>>;
};

/**
 * Starts the longest files first, so that a run does not end with one processor waiting for one file. A file that was never measured comes
 * before all others. The tests of packages come last: they are short, and fill what the others leave.
 */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ moduleId, project }: TestSpecification): number => {
      const measured = seconds[relative(this.ctx.config.root, moduleId).replaceAll("\\", "/")];
      return project.name === "packages" ? 0 : (measured ?? Infinity);
    };
    // A process that is shared ends where a file of another project is next, so short files stay together.
    const isShort = (file: TestSpecification): boolean => secondsOf(file) < SHORT_SECONDS;
    const projects = ["night", "outside", "console", "long", "system", "sharing", "packages"];
    const rank = (file: TestSpecification): number => (isShort(file) ? projects.indexOf(file.project.name) : -1);
    return Promise.resolve(files.toSorted((a, b) => rank(a) - rank(b) || secondsOf(b) - secondsOf(a)));
  }
}

const SHORT_SECONDS = 15;
