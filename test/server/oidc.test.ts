import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from "jose";
import { type Log, oidc, type RunningServer, silentLog, startServer } from "@cmgen/runtime";
import { defineAccess } from "../../examples/tracker/dist/generated/access.js";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";

const audience = "tracker";
const now = (): number => Math.floor(Date.now() / 1000);

interface Keys {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
}

async function newKeys(kid: string): Promise<Keys> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  return { privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" } };
}

describe("tokens of an identity provider", () => {
  let issuer: Server;
  let url: string;
  let keys: Keys;
  let answered: JWK[] = [];
  let isDown = false;
  let reads = 0;
  let server: RunningServer;
  const lines: { readonly reason?: string }[] = [];

  beforeAll(async () => {
    keys = await newKeys("first");
    answered = [keys.jwk];
    issuer = createServer((request, response) => {
      if (isDown) return void response.destroy();
      if (request.url === "/keys") reads += 1;
      const body = request.url === "/keys" ? { keys: answered } : { issuer: url, jwks_uri: `${url}/keys` };
      response.setHeader("content-type", "application/json").end(JSON.stringify(body));
    }).listen(0, "127.0.0.1");
    await once(issuer, "listening");
    url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
    server = await start();
  });
  afterEach(() => {
    isDown = false;
  });
  afterAll(async () => {
    await server.close();
    issuer.close();
  });

  const log: Log = { ...silentLog, warn: (fields) => void lines.push(fields) };

  async function start(): Promise<RunningServer> {
    const access = defineAccess({
      authenticate: [oidc({ issuer: url, audience })],
      bindings: { viewer: { groups: ["staff"] } },
    });
    const options = { plugins: [{ ...plugin, manifests: false, access }], root: plugin.root, port: 0 };
    const started = await startServer({ ...options, databaseUrl: ":memory:", log });
    await started.started;
    return started;
  }

  const token = (claims: object = {}, signing: Keys = keys): Promise<string> =>
    new SignJWT({ iss: url, aud: audience, sub: "ann", groups: ["staff"], iat: now(), exp: now() + 600, ...claims })
      .setProtectedHeader({ alg: "RS256", kid: String(signing.jwk.kid) })
      .sign(signing.privateKey);

  async function statusWith(authorization: string, at: RunningServer = server): Promise<number> {
    const path = `${at.url}/apis/tracker.example.com/v1alpha1/issues`;
    const response = await fetch(path, { headers: { authorization } });
    await response.arrayBuffer();
    return response.status;
  }

  it("are accepted with the groups that they list", async () => {
    expect(await statusWith(`Bearer ${await token()}`)).toBe(200);
    expect(await statusWith(`bearer ${await token({ aud: ["other", audience] })}`)).toBe(200);
    expect(await statusWith(`Bearer ${await token({ groups: ["guests"] })}`)).toBe(403);
    expect(await statusWith(`Bearer ${await token({ groups: "staff" })}`)).toBe(403);
  });

  const unsigned = (): string => new UnsecuredJWT({ iss: url, aud: audience, sub: "ann", exp: now() + 600 }).encode();
  const symmetric = async (): Promise<string> =>
    new SignJWT({ iss: url, aud: audience, sub: "ann", groups: ["staff"], exp: now() + 600 })
      .setProtectedHeader({ alg: "HS256", kid: "first" })
      .sign(new TextEncoder().encode(await exportSPKI(keys.publicKey)));
  const changed = async (): Promise<string> => {
    const [head, , signature] = (await token()).split(".");
    const claims = { iss: url, aud: audience, sub: "root", groups: ["staff"], exp: now() + 600 };
    return [head, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
  };

  it.each<[string, () => string | Promise<string>]>([
    ["an empty one", () => "Bearer "],
    ["another kind of credentials", () => "Basic YTpi"],
    ["a text that is not a token", () => "Bearer x"],
    ["dots", () => "Bearer .."],
    ["a huge one", async () => `Bearer ${await token({ filler: "x".repeat(12_000) })}`],
    ["one without a signature", () => `Bearer ${unsigned()}`],
    ["one that is signed with the public key", async () => `Bearer ${await symmetric()}`],
    ["one whose claims were changed", async () => `Bearer ${await changed()}`],
    ["an expired one", async () => `Bearer ${await token({ exp: now() - 60 })}`],
    ["one that never expires", async () => `Bearer ${await token({ exp: undefined })}`],
    ["one that is not valid yet", async () => `Bearer ${await token({ nbf: now() + 120 })}`],
    ["one that was issued in the future", async () => `Bearer ${await token({ iat: now() + 120 })}`],
    ["one for another service", async () => `Bearer ${await token({ aud: "other" })}`],
    ["one of another issuer", async () => `Bearer ${await token({ iss: "https://elsewhere.example.com" })}`],
    ["one without a name", async () => `Bearer ${await token({ sub: "" })}`],
    ["one with a name of the service's own", async () => `Bearer ${await token({ sub: "system:plugin:tracker" })}`],
    ["one with a name that is not a text", async () => `Bearer ${await token({ sub: ["ann"] })}`],
    ["one of an unknown key", async () => `Bearer ${await token({}, await newKeys("unknown"))}`],
    ["one of a key that has the name of another", async () => `Bearer ${await token({}, await newKeys("first"))}`],
  ])("are refused with a line in the log: %s", async (_, header) => {
    const before = lines.length;
    expect(await statusWith(await header())).toBe(401);
    expect(lines.slice(before)).toEqual([
      expect.objectContaining({ reason: expect.any(String), requestId: expect.any(String) }),
    ]);
  });

  it("are answered 503 while the provider's keys are not known, and then as ever", async () => {
    isDown = true;
    const fresh = await start();
    expect(await statusWith(`Bearer ${await token()}`, fresh)).toBe(503);
    isDown = false;
    expect(await statusWith(`Bearer ${await token()}`, fresh)).toBe(200);
    isDown = true;
    expect(await statusWith(`Bearer ${await token()}`, fresh)).toBe(200);
    await fresh.close();
  });

  it("may be signed with a new key", async () => {
    const fresh = await start();
    expect(await statusWith(`Bearer ${await token()}`, fresh)).toBe(200);
    const next = await newKeys("next");
    answered = [next.jwk];
    reads = 0;
    await fresh.close();
    const rotated = await start();
    expect(await statusWith(`Bearer ${await token({}, next)}`, rotated)).toBe(200);
    expect(await statusWith(`Bearer ${await token()}`, rotated)).toBe(401);
    expect(reads).toBe(1);
    await rotated.close();
    answered = [keys.jwk];
  });

  it("end a watch when they expire", async () => {
    const headers = { authorization: `Bearer ${await token({ exp: now() + 2 })}` };
    const response = await fetch(`${server.url}/apis/tracker.example.com/v1alpha1/issues?watch=true`, { headers });
    expect(response.status).toBe(200);
    const events = (await response.text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.at(-1)).toMatchObject({ type: "ERROR", object: { status: 401, code: "Unauthorized" } });
  });
});
