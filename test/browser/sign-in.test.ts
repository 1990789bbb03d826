import type { RunningServer } from "@cmgen/runtime";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { followPage, type FollowedPage } from "../docs/followed-page.js";
import { launchChromium } from "./launch-chromium.js";

describe("signing in, in a browser", () => {
  let followed: FollowedPage;
  let server: RunningServer;
  let browser: Browser;

  beforeAll(async () => {
    vi.stubEnv("CMGEN_DATABASE_URL", "");
    followed = await followPage("docs/sign-in.md");
    server = await followed.start();
    browser = await launchChromium();
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await browser.close();
    await server.close();
    followed.remove();
  });

  it("the page of the documentation knows who has signed in, and no script has the secret", async () => {
    const page = await browser.newPage();
    await page.goto(`${server.url}/app/home`);
    const submit = async (password: string): Promise<void> => {
      await page.fill("[name=name]", "ann");
      await page.fill("[name=password]", password);
      await page.click("button");
    };
    const said = (): Promise<string | null> => page.textContent("p");
    await submit("a wrong password");
    await expect.poll(said).toBe("The user or the password is wrong.");
    await submit("correct horse battery");
    await expect.poll(said).toBe("You are ann. Users: ann");
    expect(await page.evaluate("document.cookie")).toBe("");
    await page.reload();
    await expect.poll(said).toBe("You are ann. Users: ann");
    // The page itself may write, as the browser says who has sent it.
    const signOut = "fetch('/apis/-/sign-out', { method: 'POST' }).then(({ status }) => status)";
    expect(await page.evaluate(signOut)).toBe(204);
    await page.reload();
    expect(await page.evaluate("fetch('/apis/-/whoami').then(({ status }) => status)")).toBe(200);
    expect(await said()).toBe("");
  });
});
