import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { startPeopleService, type PeopleService } from "../people/people-service.js";
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
      proxy = await startProxy(files, service.url);
    });

    afterAll(async () => {
      await proxy?.stop();
      await service?.stop();
      rmSync(folder, { recursive: true });
    });

    it("gets long addresses and large bodies, and its events come through at once", async () => {
      const program = join(repositoryRoot, "test", "deploying", "through-proxy.mjs");
      const env = { ...process.env, NODE_EXTRA_CA_CERTS: files.certificate };
      const { stdout } = await run(process.execPath, [program, proxy.url], { env, timeout: 50_000 });
      const found = JSON.parse(stdout) as { readonly event: { readonly delay: number } };
      expect(found).toMatchObject({ total: 2, version: 1, same: true, event: { name: "wanda" } });
      expect(found.event.delay).toBeLessThan(5000);
    });

    it("is left by the proxy when a watch is left by its caller: nothing holds up a stop", async () => {
      const start = performance.now();
      await proxy.stop();
      expect(performance.now() - start).toBeLessThan(10_000);
    });
  });
}
