import { defineAccess } from "../../examples/tracker/dist/generated/access.js";
import { plugin as tracker } from "../../examples/tracker/dist/generated/plugin.js";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Authenticator, oidc, sessions } from "@cmgen/runtime";
import { doForUsers, hashNewPassword } from "@cmgen/runtime/database";
import { Provider } from "oidc-provider";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "../browser/launch-chromium.js";
import { buildUsersPlugin, post, startUsers, type UsersPlugin } from "../sign-in/users-service.js";
import { lookAt, openAs as openAsCaller, seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";

const projects = "/tracker.example.com/v1alpha1/projects";
const PASSWORD = "correct horse battery";

describe.skipIf(!hasChromium)("signing in to the console", { timeout: 240_000 }, () => {
  let built: UsersPlugin;
  let console: ConsoleBrowser;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    built = await buildUsersPlugin();
    const service = await startUsers(built, "sqlite", { console: true });
    console = await lookAt(service.server);
    await post(service.server.url, "sign-up", { name: "ann", password: PASSWORD, email: "ann@example.com" });
    const at = { url: service.databaseUrl, plugins: [built.plugin] };
    const password = await hashNewPassword(PASSWORD, []);
    await doForUsers(at, "create user", { name: "rita", fields: { roles: ["helpdesk"] }, password });
    stop = () => service.close();
  });
  afterAll(async () => {
    await console?.browser.close();
    await stop?.();
    built?.remove();
  });

  it("is asked for, and a wrong password is said to be wrong", async () => {
    const page = await console.open();
    await page.getByText("This service asks who you are.").waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByLabel("Name or email address").fill("ann");
    await page.getByLabel("Password").fill("a wrong password");
    await page.keyboard.press("Enter");
    await page.getByText("The user or the password is wrong.").waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("a token that is not valid is refused there", async () => {
    const page = await console.open();
    await page.getByRole("button", { name: "With a token" }).click();
    await page.getByLabel("Token").fill("cmgen_nonsense");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    expect(await page.getByLabel("Token").inputValue()).toBe("cmgen_nonsense");
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("somebody who may not read what the service has is told so", async () => {
    const page = await console.open();
    await page.getByLabel("Name or email address").fill("ann@example.com");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByText("ann may not read what this service has.").waitFor();
    expect(await page.evaluate("document.cookie")).toBe("");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("This service asks who you are.").waitFor();
    await page.close();
  });

  it("an operator gives a user a token for a new password, and signs the user out", async () => {
    const page = await console.open("/users.example.com/v1/users/ann");
    await page.getByLabel("Name or email address").fill("rita");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Reset password" }).click();
    const link = await page.locator("code.secret").innerText();
    expect(link).toMatch(/\/console\/#reset=cmgen_reset_/);
    expect(await seriousIssues(page)).toEqual([]);
    const { url } = console.service;
    const ofAnn = await console.open();
    await ofAnn.goto("about:blank");
    await ofAnn.goto(link);
    await ofAnn.locator("input[type=password]").fill("short");
    await ofAnn.keyboard.press("Enter");
    await ofAnn.getByText("must have at least 12 characters").first().waitFor();
    expect(await seriousIssues(ofAnn)).toEqual([]);
    expect(ofAnn.url()).not.toContain("reset");
    await ofAnn.locator("input[type=password]").fill(`${PASSWORD} 2`);
    await ofAnn.keyboard.press("Enter");
    await ofAnn.getByText("The new password is set.").waitFor();
    await ofAnn.getByRole("button", { name: "Sign in" }).click();
    await ofAnn.getByLabel("Password").waitFor();
    await ofAnn.close();
    const { cookie = "" } = await post(url, "sign-in", { name: "ann", password: `${PASSWORD} 2` });
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Sessions and tokens that have ended: 1.").waitFor();
    expect(await (await fetch(`${url}/apis/-/whoami`, { headers: { cookie } })).json()).toMatchObject({
      authenticated: false,
    });
    await page.close();
  });
});

describe.skipIf(!hasChromium)("signing in to the console at an identity provider", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;
  let provider: Server;
  let page: Page;

  beforeAll(async () => {
    provider = createServer().listen(0, "127.0.0.1");
    await once(provider, "listening");
    const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const client = { clientId: "console", clientSecret: "a secret of 32 characters or more" };
    const ofProvider = defineAccess({
      authenticate: [sessions(), oidc({ issuer, audience: "tracker", signIn: { ...client, label: "Example" } })],
      bindings: { admin: { groups: ["staff"] } },
    });
    console = await startConsole({ ...tracker, access: ofProvider });
    const answer = providerFor(issuer, { ...client, service: console.service.url }).callback();
    provider.on("request", (request, response) => void answer(request, response));
  });
  afterAll(async () => {
    await console?.close();
    provider?.close();
    provider?.closeAllConnections();
  });

  const signInThere = async (at: Page): Promise<void> => {
    await at.getByPlaceholder("Enter any login").fill("ann");
    await at.getByPlaceholder("and password").fill("any");
    await at.getByRole("button", { name: "Sign-in" }).click();
    await at.getByRole("button", { name: "Continue" }).click();
  };

  it("leads there and back to the page, with the groups that it says", async () => {
    page = await console.open(`${projects}?size=10#there`);
    await page.getByText("This service asks who you are.").waitFor();
    expect(await page.getByLabel("Password").count()).toBe(0);
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole("link", { name: "Sign in with Example" }).click();
    await signInThere(page);
    await page.getByText("Signed in as ann").waitFor();
    expect(page.url()).toBe(`${console.service.url}/console${projects}?size=10#there`);
    await page.getByRole("link", { name: "New" }).waitFor();
    expect(
      await page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])"),
    ).not.toMatch(/cmgen_session|eyJ/);
  });

  it("the session is there after a reload", async () => {
    await page.reload();
    await page.getByText("Signed in as ann").waitFor();
    expect(await page.getByRole("link", { name: "Sign in with Example" }).count()).toBe(0);
  });

  it("one that ends while somebody edits is begun again in another window, and nothing is lost", async () => {
    await page.goto(`${console.service.url}/console${projects}/-/new`);
    await page.getByRole("radio", { name: "Form" }).check();
    const title = page.getByRole("textbox", { name: "title" });
    await title.fill("not lost");
    const create = page.getByRole("button", { name: "Create", exact: true });
    await expect.poll(() => create.isEnabled()).toBe(true);
    await page.context().clearCookies({ name: "cmgen-session" });
    await create.click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    const opened = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "Sign in with Example" }).click();
    const other = await opened;
    // The provider knows who it is, and asks again whether the service may know.
    await other.getByRole("button", { name: "Continue" }).click();
    await other.getByText("Signed in as ann").waitFor();
    await other.close();
    await page.bringToFront();
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(await title.inputValue()).toBe("not lost");
  });

  it("one that has ended is noticed while somebody only looks", async () => {
    await page.goto(`${console.service.url}/console/`);
    await page.getByText("Signed in as ann").waitFor();
    await page.context().clearCookies({ name: "cmgen-session" });
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    await page.getByText("Your session has ended.").waitFor({ timeout: 20_000 });
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Sign in with Example" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Signed in as ann").waitFor();
    expect(await page.getByText("Your session has ended.").count()).toBe(0);
  });

  it("ends when one signs out", async () => {
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("link", { name: "Sign in with Example" }).waitFor();
    await page.close();
    expect(console.complaints).toEqual([]);
  });
});

/** An identity provider that takes any name and password, and says that everybody is of the staff. */
function providerFor(
  issuer: string,
  { clientId, clientSecret, service }: { clientId: string; clientSecret: string; service: string },
): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${service}/apis/-/sign-in/oidc/callback`],
        application_type: "native",
      },
    ],
    claims: { openid: ["sub", "groups"] },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId, groups: ["staff"] }) }),
    features: { devInteractions: { enabled: true } },
  });
}

/** Tokens that are no longer valid. */
const revoked = new Set<string>();

/** Knows callers by a token that is their name. */
const byToken: Authenticator = ({ headers }) => {
  const [, name] = /^Bearer (\w+)$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined || revoked.has(name) ? undefined : { name, groups: [] };
};

const access = defineAccess({
  authenticate: [byToken],
  roles: {
    reader: {
      pages: ["/openapi.json"],
      resources: { projects: { verbs: ["get", "list", "watch"], where: () => ({ "metadata.name": "app" }) } },
    },
  },
  bindings: { reader: { users: ["rita"] }, admin: { users: ["root"] } },
});

describe.skipIf(!hasChromium)("what the console shows to callers with rights", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;

  beforeAll(async () => {
    console = await startConsole({ ...tracker, access });
    for (const name of ["app", "web"])
      await fetch(`${console.service.url}/apis${projects}`, {
        method: "POST",
        headers: { authorization: "Bearer root", "content-type": "application/json" },
        body: JSON.stringify({ metadata: { name }, spec: { title: name } }),
      });
  });
  afterAll(() => console?.close());

  const openAs = (token: string, path?: string) => openAsCaller(console, token, path);

  it("is what they may see, and no more", async () => {
    const page = await openAs("rita");
    const rows = page.locator("main tbody tr");
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringMatching(/^Project\s.*\s1$/)]);
    expect(await page.getByRole("heading", { name: "Plugins" }).count()).toBe(0);
    await page.getByRole("link", { name: "Project", exact: true }).click();
    await page.getByRole("link", { name: "app", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "app" }).waitFor();
    const button = page.getByRole("button", { name: "Delete" });
    await expect.poll(() => button.getAttribute("title")).toBe("You may not delete this object.");
    await button.press("Enter");
    expect(await page.getByRole("alertdialog").count()).toBe(0);
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("a list that they may not read says so", async () => {
    const page = await openAs("rita", "/tracker.example.com/v1alpha1/issues");
    await page.getByText("You may not do this").waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("the token is forgotten with the page, and when it is signed out", async () => {
    const page = await openAs("root");
    await page.getByRole("heading", { name: "Plugins" }).waitFor();
    const kept = await page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])");
    expect(kept).not.toContain("root");
    await page.reload();
    await page.getByText("This service asks who you are.").waitFor();
    await page.close();
    const other = await openAs("root");
    await other.getByRole("button", { name: "Sign out" }).click();
    await other.getByText("This service asks who you are.").waitFor();
    await other.close();
  });

  it("a session that ends while somebody edits is begun again over the page, and nothing is lost", async () => {
    const page = await openAs("root", `${projects}/app?edit=true`);
    const content = page.locator(".cm-content");
    await content.press("ControlOrMeta+End");
    await content.pressSequentially("# not saved");
    revoked.add("root");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    revoked.delete("root");
    await page.getByLabel("Token").fill("root");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(await content.innerText()).toContain("# not saved");
    page.on("dialog", (dialog) => void dialog.accept());
    await page.close();
  });

  it("complains of nothing", () => {
    expect(console.complaints).toEqual([]);
  });
});
