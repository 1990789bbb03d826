import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** What every project has: a generous limit for tests that compile or start a server on a busy machine. */
const shared = { testTimeout: 60_000, hookTimeout: 120_000, exclude: ["**/node_modules/**", "**/dist/**"] };

export default defineConfig({
  test: {
    // Most tests wait for processes and databases. With three workers on two processors those take 0.8 times as long as with two.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      { test: { ...shared, name: "packages", include: ["packages/*/src/**/*.test.ts"] } },
      {
        test: {
          ...shared,
          name: "system",
          include: ["test/**/*.test.ts", "examples/*/test/**/*.test.ts"],
          globalSetup: ["test/postgres/global-setup.ts"],
        },
      },
    ],
  },
});
