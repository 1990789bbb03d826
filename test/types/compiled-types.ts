import { describe, expect, it } from "vitest";
import { writeTree } from "../golden/harness/file-tree.js";
import { documentClients } from "./document-clients.js";
import { emittedTypes } from "./emitted-types.js";
import { firstLine, mistakenCalls, mistakes, privateTypes } from "./mistakes.js";

/** Plugins whose types say whether the generated types are right, by their folders. */
export const typesPlugins = ["emitted/*", "documents/*", "mistakes"].map((name) => ({ name, input: new Map() }));

/** Writes them into a folder. They are compiled with the goldens, since a compiler takes seconds to begin. */
export async function writeTypes(folder: string): Promise<void> {
  const trees = { emitted: await emittedTypes(), documents: await documentClients(), mistakes: mistakenCalls };
  for (const [name, tree] of Object.entries(trees))
    writeTree(folder, new Map([...tree].map(([path, text]) => [`${name}/${path}`, text])));
}

/** Whether an error is in one of them. */
export function isOfTypes(error: string): boolean {
  return /^(?:emitted|documents|mistakes)\//.test(error);
}

/** Tests what a compiler says of them; `errorsOf` returns all of its errors. */
export function testTypes(errorsOf: () => Promise<readonly string[]>): void {
  const errorsIn = async (name: string): Promise<readonly string[]> =>
    (await errorsOf()).filter((error) => error.startsWith(`${name}/`));

  it("types and validators compile, and the types are what openapi-typescript makes of openapi.json", async () => {
    expect(await errorsIn("emitted")).toEqual([]);
  });

  it("a client made of openapi.json alone has the types of the generated one", async () => {
    expect(await errorsIn("documents")).toEqual([]);
  });

  describe("a call with a mistake", () => {
    it.each(mistakes.map(([call, ...says], at) => ({ call, says, at })))(
      "$call says what is allowed",
      async ({ says, at }) => {
        const start = `mistakes/src/mistakes.ts(${firstLine + at},`;
        const error = (await errorsOf()).find((text) => text.startsWith(start)) ?? "";
        for (const part of says) expect(error).toMatch(part);
        expect(error).not.toMatch(privateTypes);
      },
    );

    it("says nothing else", async () => {
      expect(await errorsIn("mistakes")).toHaveLength(mistakes.length);
    });
  });
}
