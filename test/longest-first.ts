import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest on an idle machine, longest first: 15 seconds and more beside two others. */
const longest = [
  "test/subscriptions/killed-sender.test.ts",
  "test/subscriptions/many.test.ts",
  "test/cli/as-is/many-copied-objects.test.ts",
  "test/server/evolved-once.test.ts",
  "test/releases/rolling-updates.test.ts",
  "test/site/site.test.ts",
  "test/console/object-form.test.ts",
  "test/console/lossless-form.test.ts",
  "test/install/install.test.ts",
  "test/bench/service.test.ts",
  "test/subscriptions/hostile-receivers.test.ts",
  "test/subscriptions/expiry.test.ts",
  "test/server/leadership.test.ts",
  "test/golden/golden.test.ts",
  "test/subscriptions/rights.test.ts",
  "test/server/build-start.test.ts",
  "test/server/one-process.test.ts",
  "test/scaffold/dev.test.ts",
  "test/react/hooks.test.ts",
  "test/docs/docs.test.ts",
  "test/docs/tutorial-page.test.ts",
  "test/agreement/agreement.test.ts",
  "test/server/conformance.test.ts",
  "test/agreement/alone.test.ts",
  "test/scaffold/npm-test.test.ts",
  "packages/client/src/type-tests.test.ts",
  "packages/generator/src/incremental.test.ts",
  "test/store/list-matrix.test.ts",
  "test/install/beside-clone.test.ts",
  "test/postgres/silence.test.ts",
  "test/store/locks-of-others.test.ts",
  "test/cli/as-is/as-is.test.ts",
  "test/cli/generate.test.ts",
  "test/crash/killed-service.test.ts",
  "test/references/races.test.ts",
  "test/releases/ten-changes.test.ts",
  "test/server/fuzz/fuzz.test.ts",
  "test/server/evolution.test.ts",
  "test/server/hook-failures.test.ts",
  "test/prisma/reporting.test.ts",
  "packages/model/src/type-tests.test.ts",
];

/**
 * Starts the longest files first, so that a run does not end with one processor waiting for one file. Vitest does so by itself once it has
 * measured them; in a fresh clone, as in continuous integration, it knows nothing but their sizes. The other tests of packages come last:
 * they are short, and fill what the others leave.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const place = longest.indexOf(relative(this.ctx.config.root, moduleId).replaceAll("\\", "/"));
      // A process that is shared ends where a file of another project is next.
      return place === -1 ? longest.length + ["system", "sharing", "packages"].indexOf(project.name) : place;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
