import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { startPeopleService, type PeopleService } from "../people/people-service.js";
import { emptyDatabase } from "../store/engines.js";
import { lacksPrograms } from "./lacks-programs.js";
import { makeCertificate, startCaddy, startNginx, type Proxy, type ProxyFolder } from "./proxy-process.js";

const run = promisify(execFile);

/** The page's configurations, but for addresses and certificates, run by the proxies themselves. */
for (const [proxyName, startProxy] of [
  ["nginx", startNginx],
  ["caddy", startCaddy],
] as const) {
  describe.skipIf(lacksPrograms(proxyName, [proxyName, "openssl"]))(`a service behind ${proxyName}`, () => {
    const folder = mkdtempSync(join(tmpdir(), `cmgen-${proxyName}-`));
    let files: ProxyFolder;
    let service: PeopleService;
    let proxy: Proxy;

    beforeAll(async () => {
      files = makeCertificate(folder);
      service = await startPeopleService({ CMGEN_TRUSTED_PROXIES: "loopback", CMGEN_HOSTS: "people.example.com" });
      proxy = await startProxy(files, [service.url]);
    });

    afterAll(async () => {
      await proxy?.stop();
      await service?.stop();
      rmSync(folder, { recursive: true });
    });

    it("gets long addresses and large bodies, and its events come through at once", async () => {
      const program = join(repositoryRoot, "test", "deploying", "through-proxy.mjs");
      const env = { ...process.env, NODE_EXTRA_CA_CERTS: files.certificate };
      // A proxy that collects events keeps this one until it has some kilobytes of them: it does not come before the limit.
      const { stdout } = await run(process.execPath, [program, proxy.url], { env, timeout: 50_000 });
      const found = JSON.parse(stdout) as { readonly event: { readonly delay: number } };
      expect(found).toMatchObject({ total: 2, version: 1, same: true, event: { name: "wanda" } });
      process.stdout.write(
        `${proxyName}: an event comes ${found.event.delay.toFixed(1)} ms after the write's answer\n`,
      );
    });

    it("is left by the proxy when a watch is left by its caller: nothing holds up a stop", async () => {
      // One that waits for a connection to the service would not end before the limit.
      await expect(proxy.stop()).resolves.toBeUndefined();
    });
  });

  describe.skipIf(lacksPrograms(proxyName, [proxyName, "openssl"]))(`two processes behind ${proxyName}`, () => {
    const folder = mkdtempSync(join(tmpdir(), `cmgen-two-${proxyName}-`));
    afterAll(() => rmSync(folder, { recursive: true }));

    it("serve on when one of them is killed: at most what it was answering is lost", { timeout: 60_000 }, async () => {
      const database = await emptyDatabase("postgresql");
      const settings = { CMGEN_TRUSTED_PROXIES: "loopback", CMGEN_HOSTS: "people.example.com" };
      const start = (): Promise<PeopleService> => startPeopleService({ ...settings, CMGEN_DATABASE_URL: database.url });
      const [first, second] = [await start(), await start()];
      const files = makeCertificate(folder);
      const proxy = await startProxy(files, [first.url, second.url]);
      const program = join(import.meta.dirname, "steady-caller.mjs");
      const env = { ...process.env, NODE_EXTRA_CA_CERTS: files.certificate };
      const calling = run(process.execPath, [program, proxy.url, "6000"], { env, timeout: 50_000 });
      await delay(2000);
      await first.kill();
      const answers = JSON.parse((await calling).stdout) as Readonly<Record<"GET" | "POST", Record<string, number>>>;
      expect(Object.keys(answers.GET)).toEqual(["200"]);
      expect(answers.POST["201"]).toBeGreaterThan(20);
      const { "201": _created, ...others } = answers.POST;
      expect(Object.values(others).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1);
      await proxy.stop();
      expect(await second.stop()).toBe(0);
      await database.cleanUp();
    });
  });
}
