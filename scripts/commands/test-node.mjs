import { ensureInstalled } from "../steps/install.mjs";
import { main } from "../steps/main.mjs";
import { newestNode, oldestNode, testWith } from "../steps/other-node.mjs";
import { StepFailed } from "../steps/step-failed.mjs";

// npm run test:node -- <version> [vitest's arguments]: `npm test` with another Node.js.
await main(async () => {
  const [name, ...selection] = process.argv.slice(2);
  const version = { oldest: oldestNode, newest: newestNode }[name] ?? name;
  if (!/^\d+\.\d+\.\d+$/.test(version ?? "")) {
    throw new StepFailed(
      `Usage: npm run test:node -- <version> [tests]; versions: oldest, newest, or one like ${newestNode}`,
      1,
    );
  }
  // First, since an install removes the Node.js that is kept in node_modules.
  await ensureInstalled();
  process.exitCode = await testWith(version, selection);
});
