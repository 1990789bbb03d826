import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { Provider } from "oidc-provider";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oidc, type RunningServer, silentLog, startServer } from "@cmgen/runtime";
import { hasChromium, launchChromium } from "../../../test/browser/launch-chromium.js";
import { serveSite } from "../../../test/browser/serve-site.js";
import { defineAccess } from "../../people/src/generated/access.js";
import { plugin } from "../../people/src/generated/plugin.js";

const clientId = "people-web";

describe.skipIf(!hasChromium)("signing in with an identity provider", { timeout: 120_000 }, () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serveSite>>;
  let provider: Server;
  let service: RunningServer;

  beforeAll(async () => {
    site = await serveSite();
    provider = createServer().listen(0, "127.0.0.1");
    await once(provider, "listening");
    const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const audience = "https://people.example.com";
    const answer = providerFor({ issuer, audience, origin: site.origin }).callback();
    provider.on("request", (request, response) => void answer(request, response));
    const access = defineAccess({
      authenticate: [oidc({ issuer, audience })],
      roles: { authenticated: { resources: { people: { verbs: ["read", "create"] } } } },
      bindings: {},
    });
    const options = { plugins: [{ ...plugin, access, manifests: false }], root: plugin.root, port: 0 };
    const cors = { origins: [site.origin] };
    service = await startServer({ ...options, databaseUrl: ":memory:", cors, log: silentLog });
    await service.started;
    await site.build({
      root: fileURLToPath(new URL("..", import.meta.url)),
      define: {
        "import.meta.env.VITE_SERVICE_URL": JSON.stringify(service.url),
        "import.meta.env.VITE_OIDC_AUTHORITY": JSON.stringify(issuer),
        "import.meta.env.VITE_OIDC_CLIENT_ID": JSON.stringify(clientId),
        "import.meta.env.VITE_OIDC_AUDIENCE": JSON.stringify(audience),
      },
    });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    provider?.close();
    provider?.closeAllConnections();
    await site?.close();
  });

  it("gives the page a token, which the service takes", async () => {
    expect((await fetch(`${service.url}/apis/people.example.com/v1alpha1/people`)).status).toBe(401);
    const page = await browser.newPage();
    page.on("pageerror", (m) => console.log("E", m.message));
    await page.goto(site.origin);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByPlaceholder("Enter any login").fill("ann");
    await page.getByPlaceholder("and password").fill("any");
    await page.getByRole("button", { name: "Sign-in" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Signed in as ann.").waitFor();
    await page.getByRole("status").getByText("0 people", { exact: true }).waitFor();
    await page.getByRole("button", { name: "New person" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Aaron");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("row", { name: "Aaron" }).waitFor();
    // Ann may create, and not delete.
    await page.getByRole("button", { name: "Delete Aaron" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await page.close();
  });
});

interface Setting {
  readonly issuer: string;
  readonly audience: string;
  readonly origin: string;
}

/** An identity provider that takes any name and password, and signs tokens for one service. */
function providerFor({ issuer, audience, origin }: Setting): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        redirect_uris: [`${origin}/`],
        token_endpoint_auth_method: "none",
        application_type: "native",
      },
    ],
    clientBasedCORS: () => true,
    features: {
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({ scope: "", audience, accessTokenFormat: "jwt", accessTokenTTL: 600 }),
        useGrantedResource: () => true,
      },
    },
  });
}
