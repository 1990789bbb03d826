import { ensureInstalled } from "../steps/install.mjs";
import { main } from "../steps/main.mjs";
import { runStep } from "../steps/run.mjs";
import { nodeTool } from "../steps/tools.mjs";
import { build } from "../steps/build.mjs";

// npm run docs: serves the documentation on loopback, and shows changes at once. npm run docs:build: writes it to site/dist.
await main(async () => {
  const [command] = process.argv.slice(2);
  await ensureInstalled();
  // The API reference is made from compiled declarations.
  await build(["--filter=./packages/*"]);
  await runStep("writing the API reference", [process.execPath, "site/write-api.mjs"]);
  const args = command === "build" ? ["build", "site"] : ["dev", "site", "--host", "127.0.0.1"];
  await runStep("the documentation", nodeTool("vitepress/bin/vitepress.js", args));
});
