import { once } from "node:events";
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";

/** What an issuer does wrong, and what it says of the caller. */
export interface Behaviour {
  readonly isDown?: boolean;
  /** Signs with a key that is not among its own. */
  readonly isForged?: boolean;
  readonly isUnsigned?: boolean;
  /** Claims in the place of the right ones; undefined leaves one out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** What the token endpoint answers. */
  readonly answer?: { readonly status: number; readonly body: string };
}

/** What somebody is asked to agree to at an issuer. */
interface Grant {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

/** An identity provider that can be made to do anything. Signs in whoever comes; compares what the client sends as it must. */
export class HostileIssuer {
  behaviour: Behaviour = {};
  /** Requests of the token endpoint. */
  asked: { readonly authorization: string | undefined; readonly fields: URLSearchParams }[] = [];
  readonly #grants = new Map<string, Grant>();
  readonly #server = createServer(
    (request, response) =>
      void this.#respond(request).then(
        ({ status = 200, body }) => response.writeHead(status, { "content-type": "application/json" }).end(body),
        () => response.destroy(),
      ),
  );
  #keys: Awaited<ReturnType<typeof generateKeyPair>> | undefined;

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async listen(): Promise<void> {
    this.#keys = await generateKeyPair("RS256");
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** What a browser does there: comes with an address, and is sent back to this one. */
  agree(authorization: string): string {
    const { searchParams: asked } = new URL(authorization);
    const code = String(this.#grants.size + 1).padStart(8, "c");
    this.#grants.set(code, {
      nonce: asked.get("nonce") ?? "",
      challenge: asked.get("code_challenge") ?? "",
      redirectUri: asked.get("redirect_uri") ?? "",
    });
    const back = new URL(asked.get("redirect_uri") ?? "");
    back.search = new URLSearchParams({ code, state: asked.get("state") ?? "" }).toString();
    return back.href;
  }

  async #respond(request: IncomingMessage): Promise<{ readonly status?: number; readonly body: string }> {
    if (this.behaviour.isDown === true) throw new Error("down");
    if (request.url === "/.well-known/openid-configuration") return { body: JSON.stringify(this.#configuration()) };
    if (request.url === "/keys") {
      const jwk = await exportJWK(this.#pair().publicKey);
      return { body: JSON.stringify({ keys: [{ ...jwk, kid: "one", alg: "RS256", use: "sig" }] }) };
    }
    const body = (await request.toArray()).join("");
    const fields = new URLSearchParams(body);
    this.asked.push({ authorization: request.headers.authorization, fields });
    if (this.behaviour.answer !== undefined) return this.behaviour.answer;
    const grant = this.#grants.get(fields.get("code") ?? "");
    this.#grants.delete(fields.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(fields.get("code_verifier") ?? "")
      .digest("base64url");
    if (grant === undefined || grant.challenge !== challenge || grant.redirectUri !== fields.get("redirect_uri"))
      return { status: 400, body: JSON.stringify({ error: "invalid_grant" }) };
    const idToken = await this.#idToken(grant.nonce);
    return { body: JSON.stringify({ access_token: "opaque", token_type: "Bearer", id_token: idToken }) };
  }

  #configuration(): object {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/keys`,
      id_token_signing_alg_values_supported: ["RS256"],
    };
  }

  async #idToken(nonce: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const right = { iss: this.url, aud: "people", sub: "ann", groups: ["staff"], iat: now, exp: now + 300, nonce };
    const claims = Object.fromEntries(
      Object.entries({ ...right, ...this.behaviour.claims }).filter(([, value]) => value !== undefined),
    );
    if (this.behaviour.isUnsigned === true) return new UnsecuredJWT(claims).encode();
    const { privateKey } = this.behaviour.isForged === true ? await generateKeyPair("RS256") : this.#pair();
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(privateKey);
  }

  #pair(): Awaited<ReturnType<typeof generateKeyPair>> {
    if (this.#keys === undefined) throw new Error("listen() first");
    return this.#keys;
  }
}
