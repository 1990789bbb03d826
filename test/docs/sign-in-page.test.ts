import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunningServer } from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { curlRequest } from "./curl-request.js";
import { documentedAddress } from "./run-snippet.js";
import { shellCommands } from "./shell-commands.js";
import { followPage, type FollowedPage } from "./followed-page.js";
import { snippetsOf } from "./snippets.js";

describe("the page about signing in", () => {
  let page: FollowedPage;
  let server: RunningServer;

  beforeAll(async () => {
    vi.stubEnv("CMGEN_DATABASE_URL", "");
    page = await followPage("docs/sign-in.md");
    server = await page.start();
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await server.close();
    page.remove();
  });

  it("has requests that are answered as it says", async () => {
    const text = readFileSync(join(repositoryRoot, "docs/sign-in.md"), "utf8");
    const block = snippetsOf("docs/sign-in.md", text).find(({ language }) => language === "bash");
    const answers: { readonly status: number; readonly body: unknown }[] = [];
    for (const { words, comment } of shellCommands(block?.text ?? "")) {
      const { url, method, headers, body } = curlRequest(words);
      const sent = {
        method,
        headers: headers.map(([name, value]): [string, string] => [name, value]),
        body: body ?? null,
      };
      const answer = await fetch(server.url + url.slice(documentedAddress.length), sent);
      expect(answer.status).toBe(/^\d{3}$/.test(comment) ? Number(comment) : 200);
      answers.push({ status: answer.status, body: await answer.json() });
    }
    const shown = JSON.parse(block?.output ?? "{}") as Readonly<Record<string, string>>;
    expect(Object.keys(answers[0]?.body ?? {})).toEqual(Object.keys(shown));
    expect(answers[0]?.body).toMatchObject({ user: "ann", token: expect.stringMatching(/^cmgen_session_/) });
  });

  it("has forms of its own, by which somebody joins, enters and gets another password", async () => {
    const send = async (form: string, body: object, token?: string): Promise<Record<string, unknown>> => {
      const headers = {
        "content-type": "application/json",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      };
      const sent = { method: "POST", headers, body: JSON.stringify(body) };
      const answer = await fetch(`${server.url}/members/${form}`, sent);
      expect(answer.ok ? "" : await answer.text(), form).toBe("");
      const text = await answer.text();
      return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
    };
    const login = { email: "kim@example.com", password: "a long password" };
    await send("join", { ...login, name: "kim", code: "let me in" });
    const token = String((await send("enter", login))["token"]);
    await send("password", { password: "another long password" }, token);
    const me = await fetch(`${server.url}/apis/-/whoami`, { headers: { authorization: `Bearer ${token}` } });
    expect(await me.json()).toMatchObject({ name: "kim", groups: ["guests"] });
  });

  it("has a page that anybody can see, and users whom only those see who have signed in", async () => {
    expect((await fetch(`${server.url}/app/home`)).status).toBe(200);
    // The next morning, when the session has ended.
    const headers = { cookie: `cmgen-session=cmgen_session_${"0".repeat(49)}` };
    const again = await fetch(`${server.url}/app/home`, { headers });
    expect([again.status, again.headers.getSetCookie()]).toEqual([200, [expect.stringMatching(/^cmgen-session=;/)]]);
    expect(await (await fetch(`${server.url}/apis/-/whoami`, { headers })).json()).toMatchObject({
      authenticated: false,
    });
    expect((await fetch(`${server.url}/apis/desk.example.com/v1/users`)).status).toBe(401);
  });
});
