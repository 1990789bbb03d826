import { chromium } from "playwright-core";
import { findChromium } from "../browser/find-chromium.js";
import { startPageServer } from "../browser/page-server.js";

/** What an author adds to a new plugin in the first days: a model, an endpoint in the class style, and a test of both. */
export function firstAdditions(group: string): Readonly<Record<string, string>> {
  return {
    "src/models/note.ts": `import { defineModel, index, type Extension } from "@cmgen/model";

export interface NoteSpec {
  /** @minLength 1 @maxLength 200 */
  text: string;
  pinned?: boolean;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "${group}",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
  indexes: [index("spec.pinned")],
});
`,
    "src/endpoints/note-board.ts": `import { ApiVersion, Get, type EndpointContext } from "@cmgen/runtime";
import { noteModel } from "../generated/v1alpha1/models.js";

@ApiVersion("api.${group}/v1alpha1")
export default class NoteBoard {
  @Get("/notes/board")
  async board({ resource }: EndpointContext): Promise<Response> {
    const { items } = await resource(noteModel).list();
    return Response.json(items.map(({ spec }) => spec.text));
  }
}
`,
    "test/notes.test.ts": `import { silentLog, startServer } from "@cmgen/runtime";
import { expect, test } from "vitest";
import { plugin } from "../src/generated/plugin.js";
import { createNotesClient } from "../src/generated/v1alpha1/client.js";

test("puts notes on the board", async () => {
  const server = await startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl: ":memory:", log: silentLog });
  await server.started;
  await createNotesClient({ baseUrl: server.url }).create({ metadata: { name: "first" }, spec: { text: "Hello" } });
  const board = await fetch(server.url + "/apis/api.${group}/v1alpha1/notes/board");
  expect(await board.json()).toEqual(["Hello"]);
  await server.close();
});
`,
  };
}

/** A page of another origin in a real browser, if there is one. */
export interface ForeignPage {
  readonly origin: string;
  /** Lists and creates from the page; returns the statuses that the page has read. */
  readonly call: (collection: string, object: object) => Promise<readonly number[]>;
  readonly close: () => Promise<void>;
}

/** @returns `undefined`, with a line on standard error, where no Chromium is installed. */
export async function openForeignPage(): Promise<ForeignPage | undefined> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    process.stderr.write("\nSKIPPED: calling a new plugin from a page of another origin: no Chromium was found\n\n");
    return undefined;
  }
  const site = await startPageServer();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] });
  const origin = `http://127.0.0.1:${site.port}`;
  const page = await browser.newPage();
  await page.goto(origin);
  return {
    origin,
    call: (collection, object) =>
      page.evaluate(
        async ([url, body]) => {
          const list = await fetch(url);
          const headers = { "Content-Type": "application/json" };
          const created = await fetch(url, { method: "POST", headers, body });
          return [list.status, created.status];
        },
        [collection, JSON.stringify(object)] as const,
      ),
    close: async () => {
      await browser.close();
      await site.close();
    },
  };
}
