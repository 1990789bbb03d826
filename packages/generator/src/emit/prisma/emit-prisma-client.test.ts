import { homedir, tmpdir } from "node:os";
import { beforeAll, describe, expect, test } from "vitest";
import { people } from "../../model/people.test.fixture.js";
import { defaultConfig } from "../../config/resolved-config.js";
import type { GeneratedFile, LastOutput } from "../../emitter/emitter.js";
import { emitPrismaClient } from "./emit-prisma-client.js";
import { prismaClientFiles } from "./prisma-client-files.js";
import { prismaEmitter } from "./prisma-emitter.js";

const config = { ...defaultConfig, prismaClient: true };
const nothing: LastOutput = { paths: [], wrote: () => false, read: () => undefined };
const emitted = prismaEmitter(config).emit(people, config);
const schema = emitted[0]?.contents ?? "";
let client: readonly GeneratedFile[] = [];

beforeAll(async () => {
  client = await emitPrismaClient({ schema, provider: "sqlite", prismaClientDir: "src/prisma-client" });
});

function outputOf(files: readonly GeneratedFile[]): LastOutput {
  const texts = new Map(files.map(({ path, contents }) => [path, contents]));
  return {
    paths: [...texts.keys()],
    wrote: (path, contents) => texts.get(path) === contents,
    read: (path) => texts.get(path),
  };
}

describe("the Prisma Client", () => {
  test("has the models and their labels and values, and nothing of the service's own tables", () => {
    expect(client.map(({ path }) => path)).toEqual([
      "src/prisma-client/browser.ts",
      "src/prisma-client/client.ts",
      "src/prisma-client/commonInputTypes.ts",
      "src/prisma-client/enums.ts",
      "src/prisma-client/internal/class.ts",
      "src/prisma-client/internal/prismaNamespace.ts",
      "src/prisma-client/internal/prismaNamespaceBrowser.ts",
      "src/prisma-client/models.ts",
      "src/prisma-client/models/Person.ts",
      "src/prisma-client/models/PersonLabel.ts",
      "src/prisma-client/models/PersonSpecTags.ts",
    ]);
  });

  test("is the same each time and tells nothing of the machine", async () => {
    expect(await emitPrismaClient({ schema, provider: "sqlite", prismaClientDir: "src/prisma-client" })).toEqual(
      client,
    );
    for (const path of [tmpdir(), homedir(), process.cwd()]) {
      expect(client.filter(({ contents }) => contents.includes(path))).toEqual([]);
    }
  });

  test("says what it was made by, with the schema it was made from", () => {
    const text = client.find(({ path }) => path.endsWith("internal/class.ts"))?.contents;
    expect(text).toContain('"clientVersion": "7.10.0"');
    expect(text).toContain(`"inlineSchema": ${JSON.stringify(schema)}`);
  });

  test("a schema that is none is refused", async () => {
    const options = { schema: "model Person {", provider: "sqlite", prismaClientDir: "src/prisma-client" } as const;
    await expect(emitPrismaClient(options)).rejects.toThrow("the Prisma schema cannot be parsed");
  });
});

describe("prismaClientFiles", () => {
  test("makes none unless the config asks for one", async () => {
    expect(await prismaClientFiles(emitted, defaultConfig, nothing)).toEqual([]);
    expect(await prismaClientFiles([], { ...config, databases: [] }, nothing)).toEqual([]);
  });

  test("takes the last run's while the schema is the same", async () => {
    const marked = client.map((file) => ({ ...file, contents: `${file.contents}// as the last run left it\n` }));
    expect(await prismaClientFiles(emitted, config, outputOf([...emitted, ...marked]))).toEqual(marked);
  });

  test.each<[string, LastOutput]>([
    ["there is none", nothing],
    ["the schema is another", outputOf([{ path: "prisma/schema.prisma", contents: "other" }, ...client])],
    ["a file is missing", { ...outputOf([...emitted, ...client]), read: () => undefined }],
    [
      "another release of Prisma made it",
      outputOf([
        ...emitted,
        ...client.map((file) => ({ ...file, contents: file.contents.replace('"7.10.0"', '"7.9.0"') })),
      ]),
    ],
  ])("makes it again where %s", async (_, last) => {
    expect(await prismaClientFiles(emitted, config, last)).toEqual(client);
  });

  test("makes it again where a file was edited", async () => {
    const last = outputOf([...emitted, ...client]);
    const read = (path: string) => `${last.read(path)}${path.endsWith("client.ts") ? "// mine" : ""}`;
    expect(await prismaClientFiles(emitted, config, { ...last, read })).toEqual(client);
  });
});
