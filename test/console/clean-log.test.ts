import { expect, describe, it } from "vitest";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { startConsole } from "./console-browser.js";

const base = "/apis/tracker.example.com/v1alpha1";
const model = "/tracker.example.com/v1alpha1/issues";

describe.skipIf(!hasChromium)("the browser's log of a service without access rules", { timeout: 120_000 }, () => {
  it.each(["", model, `${model}/login`, `${model}/login?edit=true`, `${model}/-/new`, "/-/import", "/-/changes"])(
    "is empty at %s",
    async (path) => {
      const console = await startConsole(plugin);
      await console.send("POST", `${base}/projects`, { metadata: { name: "app" }, spec: { title: "App" } });
      await console.send("POST", `${base}/issues`, {
        metadata: { name: "login" },
        spec: { title: "Login", project: "app" },
      });
      const page = await console.browser.newPage();
      const log: string[] = [];
      page.on("console", (message) => log.push(`${message.type()}: ${message.text()}`));
      page.on("pageerror", (error) => log.push(String(error)));
      await page.goto(`${console.service.url}/console${path}`, { waitUntil: "load" });
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.getByText("Everybody may do everything here").waitFor();
      // Whatever the page asks at first has been answered.
      await expect
        .poll(() =>
          page.evaluate("performance.now() - (performance.getEntriesByType('resource').at(-1)?.responseEnd ?? 0)"),
        )
        .toBeGreaterThan(1000);
      expect(log).toEqual([]);
      await console.close();
    },
  );
});
