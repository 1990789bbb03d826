import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { StaticFiles } from "./static-files.js";

it.each(["", "gzip"])(
  "says of a file that was built again that the service must be started again (%j)",
  async (coding) => {
    const folder = mkdtempSync(join(tmpdir(), "cmgen-static-"));
    const request = { headers: { "accept-encoding": coding } } as unknown as IncomingMessage;
    const files = new StaticFiles(pathToFileURL(`${folder}/`), "public");
    try {
      expect(await files.answer("a.js", request)).toMatchObject({
        status: 404,
        headers: { "cache-control": "no-store" },
      });
      writeFileSync(join(folder, "a.js"), "1");
      expect(await files.answer("a.js", request)).toMatchObject({
        status: 200,
        type: "text/javascript; charset=utf-8",
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
