import { ensureInstalled } from "../steps/install.mjs";
import { main } from "../steps/main.mjs";
import { runStep } from "../steps/run.mjs";
import { npm } from "../steps/tools.mjs";
import { turbo } from "../steps/turbo.mjs";

// npm run docs: serves the documentation and shows changes at once. npm run docs:build: writes it to site/dist.
await main(async () => {
  const [command] = process.argv.slice(2);
  await ensureInstalled();
  // The API reference is made from compiled declarations.
  await turbo(["build"], ["--filter=./packages/*"]);
  await runStep("the documentation", npm(["run", command, "--workspace", "@cmgen/site"]));
});
