import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest on an idle machine, longest first: 20 seconds and more. */
const longest = [
  "test/install/install.test.ts",
  "test/server/leadership.test.ts",
  "test/bench/service.test.ts",
  "test/docs/docs.test.ts",
  "test/postgres/silence.test.ts",
  "test/server/build-start.test.ts",
  "test/golden/golden.test.ts",
  "test/releases/ten-changes.test.ts",
  "test/react/hooks.test.ts",
  "test/scaffold/docker.test.ts",
];

/**
 * Starts the longest files first, so that a run does not end with one processor waiting for one file. Vitest does so by itself once it has
 * measured them; in a fresh clone, as in continuous integration, it knows nothing but their sizes. The packages' own tests come last: they
 * are short, and fill what the others leave.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      if (project.name === "packages") return longest.length + 1;
      const place = longest.indexOf(relative(this.ctx.config.root, moduleId).replaceAll("\\", "/"));
      return place === -1 ? longest.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
