import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { main } from "cmgen/main";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { repositoryRoot } from "../boundaries/repository.js";
import { readTree, writeTree } from "../golden/harness/file-tree.js";
import { createWorkspace } from "../golden/harness/workspace.js";

const workspace = createWorkspace();
const root = join(workspace.folder, "odd");

afterAll(() => workspace.dispose());

async function cmgen(...args: string[]) {
  let [out, error] = ["", ""];
  const code = await main(args, {
    workingFolder: root,
    columns: 120,
    color: false,
    now: () => new Date("2026-01-01T00:00:00Z"),
    interrupted: () => new AbortController().signal,
    out: (text) => (out += text),
    error: (text) => (error += text),
  });
  return { code, out, error };
}

const text = (path: string): string => readFileSync(join(root, path), "utf8");
const put = (path: string, contents: string): void => writeTree(root, new Map([[path, contents]]));
const done = { code: 0, error: "" };

const tsconfig = {
  compilerOptions: {
    target: "ES2023",
    lib: ["ES2023"],
    module: "NodeNext",
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUnusedParameters: true,
    noEmit: true,
    skipLibCheck: true,
  },
  include: ["src"],
};

function startOver(): void {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  put("package.json", JSON.stringify({ name: "odd", version: "1.0.0", type: "module" }));
  put("tsconfig.json", JSON.stringify(tsconfig));
}

/** As its author writes it: tabs, single quotes, no semicolons, no commas at the end, comments behind things. */
const book = `import { defineModel, Extension, Index, index as indexed } from '@cmgen/model'

type Address = { street: string, city?: string }

/** A book. */
type BookSpec = {
	title: string // on the cover

	address: Address // of the author
	// pages: number
}

export interface Book extends Extension<BookSpec> {}

const indexes: Index<Book>[] = [
	indexed('spec.title') // for the catalogue
]

export default defineModel<Book>({
	group: 'odd.example.com', version: 'v1', kind: 'Book', plural: 'books', singular: 'book', indexes
})
`;

/** Windows' line ends, commas between fields, a base interface, nothing imported by name, and braces that are empty. */
const shelf = [
  'import * as cmgen from "@cmgen/model";',
  "",
  "interface Room {",
  "    room: string,",
  "}",
  "",
  "interface ShelfSpec extends Room {",
  "    boards: Board[],",
  "}",
  "",
  "interface Board {",
  "    // how long",
  "}",
  "",
  "interface ShelfStatus {}",
  "",
  "export interface Shelf extends cmgen.Extension<ShelfSpec, ShelfStatus> {}",
  "",
  "export default defineShelf();",
  "",
].join("\r\n");

const shelfDeclaration = [
  'const settings = { group: "odd.example.com", version: "v1", kind: "Shelf", plural: "shelves", singular: "shelf" };',
  "",
  "export default cmgen.defineModel<Shelf>({ ...settings });",
].join("\r\n");

describe("an edit keeps the author's formatting, and what it leaves can be generated from and compiled", () => {
  beforeAll(() => {
    startOver();
    put("src/models/book.ts", book);
    put("src/models/shelf.ts", shelf.replace("export default defineShelf();", shelfDeclaration));
  });

  test("fields", async () => {
    expect(await cmgen("add", "field", "Book", "spec.due", "Timestamp", "--optional")).toMatchObject(done);
    expect(await cmgen("add", "field", "books", "spec.price", "number", "--doc", "In euros. @minimum 0")).toMatchObject(
      done,
    );
    expect(await cmgen("add", "field", "book", "spec.address.zip-code", "string", "--optional")).toMatchObject(done);
    expect(await cmgen("add", "field", "book", "spec.shelf", "Ref<Shelf>", "--optional")).toMatchObject(done);
    expect(text("src/models/book.ts")).toBe(
      book
        .replace("index as indexed }", "index as indexed, Timestamp, Ref }")
        .replace("'@cmgen/model'\n", "'@cmgen/model'\nimport type { Shelf } from './shelf.js'\n")
        .replace("city?: string }", "city?: string, 'zip-code'?: string }")
        .replace(
          "// of the author\n",
          "// of the author\n\n\tdue?: Timestamp\n\n\t/**\n\t * In euros.\n\t * @minimum 0\n\t */\n\tprice: number\n\n\tshelf?: Ref<Shelf>\n",
        ),
    );
    expect(await cmgen("add", "field", "Shelf", "spec.width", "Integer", "--default", "80")).toMatchObject(done);
    expect(await cmgen("add", "field", "Shelf", "spec.boards[].length", "cmgen.Integer")).toMatchObject({
      ...done,
      out: "update    src/models/shelf.ts\n\nContinue with:\n\n  cmgen generate\n",
    });
    expect(await cmgen("add", "field", "Shelf", "status.full", "boolean", "--optional")).toMatchObject(done);
    // A word in a string is not the name of a type.
    expect(await cmgen("add", "field", "Shelf", "status.depth", 'Integer | "Integer"', "--optional")).toMatchObject(
      done,
    );
    expect(text("src/models/shelf.ts").split("\r\n").slice(6, 23)).toEqual([
      "interface ShelfSpec extends Room {",
      "    boards: Board[],",
      "    /** @default 80 */",
      "    width?: cmgen.Integer,",
      "}",
      "",
      "interface Board {",
      "    // how long",
      "    length: cmgen.Integer;",
      "}",
      "",
      "interface ShelfStatus {",
      "    full?: boolean;",
      '    depth?: cmgen.Integer | "Integer";',
      "}",
      "",
      "export interface Shelf extends cmgen.Extension<ShelfSpec, ShelfStatus> {}",
    ]);
  });

  test("an index is proposed where there can be one", async () => {
    const before = text("src/models/book.ts");
    for (const [path, type, isProposed] of [
      ["spec.words", "string[]", true],
      ["spec.lines", "{ price: number }[]", false],
    ] as const) {
      const { out } = await cmgen("add", "field", "Book", path, type, "--optional");
      expect(out.includes(`  cmgen add index Book ${path}\n`)).toBe(isProposed);
    }
    put("src/models/book.ts", before);
  });

  test("indexes", async () => {
    expect(await cmgen("add", "index", "Book", "spec.price", "--order", "desc")).toMatchObject(done);
    expect(text("src/models/book.ts")).toContain(
      "indexed('spec.title'), // for the catalogue\n\tindexed('spec.price', { order: 'DESC' })\n]",
    );
    expect(await cmgen("add", "index", "Shelf", "spec.room", "--unique")).toMatchObject(done);
    expect(text("src/models/shelf.ts")).toContain("    /** @unique */\r\n    room");
    expect(await cmgen("add", "index", "Shelf", "spec.room")).toMatchObject({
      code: 4,
      error: expect.stringContaining("There is an index spec.room already."),
    });
    expect(await cmgen("add", "index", "Shelf", "spec.width", "--order", "desc")).toMatchObject(done);
    expect(text("src/models/shelf.ts")).toContain("    /** @default 80 @index desc */\r\n    width");
  });

  test("models, and what stands beside them, in the style of their neighbours", async () => {
    const created = await cmgen(
      "add",
      "model",
      "SalesOrder",
      "number:string",
      "due?:Timestamp",
      "book?:Ref<Book>",
      "replaces?:Ref<SalesOrder>",
      "--status",
    );
    expect(created).toMatchObject(done);
    await expect(text("src/models/sales-order.ts")).toMatchFileSnapshot("output/add-model.txt");
    for (const args of [
      ["controller", "SalesOrder"],
      ["controller", "Book", "--name", "send-reminders"],
      ["hook", "SalesOrder"],
      ["endpoint", "SalesOrder", "pay", "--method", "post"],
      ["endpoint", "Shelf", "content", "--for", "public"],
      ["endpoint", "Shelf", "burn", "--method", "delete", "--for", "user-center"],
      ["access"],
      ["users"],
      ["roles"],
      ["subscriptions"],
      ["manifest", "SalesOrder"],
      ["manifest", "Book", "--name", "dune", "--set", "spec.title=Dune", "--set", 'spec.address={"street":"1"}'],
    ]) {
      expect(await cmgen("add", ...args)).toMatchObject(done);
      const again = await cmgen("add", ...args);
      expect(again).toMatchObject({ code: 4, out: "", error: expect.stringContaining("already") });
    }
    expect(text("src/access.ts")).toContain("import { defineAccess } from './generated/access.js'\n");
    expect(text("src/models/user.ts")).toContain("export interface UserSpec extends UserFields {}");
    expect(text("src/models/subscription.ts")).toContain(
      "export interface SubscriptionSpec extends SubscriptionFields {}",
    );
    expect(text("src/endpoints/pay.ts")).toContain("import { salesOrderModel } from '../generated/v1/models.js'\n");
    expect(text("extensions/first-sales-order.yaml")).toContain("  number: number\n");
    expect(text("extensions/dune.yaml")).toContain("  title: Dune\n  address:\n    street: '1'\n  price: 0\n");
  });

  test("all of it", async () => {
    expect(await cmgen("generate")).toMatchObject(done);
    const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");
    expect(spawnSync(process.execPath, [tsc, "-p", root], { encoding: "utf8" })).toMatchObject({
      status: 0,
      stdout: "",
    });
  });

  test("a field that stored objects would lack needs a word about them", async () => {
    const before = text("src/models/book.ts");
    const refused = await cmgen("add", "field", "Book", "spec.isbn", "string");
    expect(refused).toMatchObject({ code: 4, out: "" });
    expect(refused.error).toContain(
      "objects may be stored that have no spec.isbn. Add --optional or --default <json>.",
    );
    expect(text("src/models/book.ts")).toBe(before);
    expect(await cmgen("add", "field", "Book", "spec.isbn", "string", "--required")).toMatchObject(done);
    expect(text("src/models/book.ts")).toContain("\tisbn: string\n");
    put("src/models/book.ts", before);
  });

  test("a dry run prints a diff, and writes nothing", async () => {
    const before = readTree(root);
    const { code, out } = await cmgen("add", "field", "Book", "spec.isbn", "string", "--optional", "--dry-run");
    expect(code).toBe(0);
    await expect(out).toMatchFileSnapshot("output/add-field-dry-run.txt");
    expect(readTree(root)).toEqual(before);
  });
});

const odd = `import { defineModel, index, type Extension } from "@cmgen/model";

interface Base { a: string }
export interface UnionSpec { at: { left: string } | { right: string }; both: Base & { b: string }; some: Partial<Base>; when: Date["getTime"] extends never ? 1 : 2; code: \`PRJ-\${number}\` }
export interface Odd extends Extension<UnionSpec> {}

const make = () => [index("spec.when")];

export default defineModel<Odd>({
  group: "odd.example.com",
  version: "v1",
  kind: "Odd",
  plural: "odds",
  singular: "odd",
  indexes: make() as never,
});
`;

describe("what cannot be edited is refused with its place, and stays as it is", () => {
  beforeEach(() => {
    startOver();
    put("src/models/odd.ts", odd);
  });

  test.each<[readonly string[], string]>([
    [
      ["field", "Odd", "spec.at.x", "string"],
      "src/models/odd.ts:4:30: A field cannot be added to spec.at, whose type is ",
    ],
    [["field", "Odd", "spec.both.x", "string"], "it is an intersection, and only you know which of its parts"],
    [["field", "Odd", "spec.some.x", "string"], "whose type is Partial<Base>: "],
    [["field", "Odd", "spec.when.x", "string"], "it is not an object. Add it in the source."],
    [["field", "Odd", "spec.both", "string"], "src/models/odd.ts:4:72: spec.both is declared already."],
    [
      ["field", "Odd", "status.x", "string"],
      "Odd has no status: declare a type for it, and write Extension<OddSpec, OddStatus>.",
    ],
    [["field", "Odd", "spec.bth.x", "string"], "Odd has no field spec.bth. Did you mean spec.both?"],
    [["field", "Od", "spec.x", "string"], "The plugin has no model Od. Did you mean Odd?"],
    [["field", "Odd", "spec.x", "string; y: string"], '"string; y: string" is not a type of TypeScript.'],
    [
      ["field", "Odd", "spec.x", "string?"],
      '"string?" is not a type of TypeScript. To say that a field may be left out, use',
    ],
    [["field", "Odd", "spec.x", "Foo"], "src/models/odd.ts has no type Foo. Declare or import it there first."],
    [["field", "Odd", "x", "string"], '"x" is not the path of a field: it starts at the object, as spec.title does.'],
    [["index", "Odd", "spec.when"], "odd.ts:15:3: The indexes are not an array that is written in the plugin."],
    [["model", "Odd"], "Odd is declared already."],
    [
      ["manifest", "Odd", "--set", "spec.code=PRJ-1", "--set", "spec.cod=PRJ-1"],
      "Odd has no field spec.cod. Did you mean spec.code?",
    ],
    [["manifest", "Odd", "--set", "cod=PRJ-1"], "does not name a field of the spec: write it as --set spec.code=…."],
    [["manifest", "Odd", "--set", "spec.xyzzy=1"], "Odd has no field spec.xyzzy. spec has at, both, some, when, code."],
    [["manifest", "Odd", "--set", "spec.code=PRJ"], "The object would not fit the model: `code` must match "],
    [["endpoint", "Odd", "Do It"], '"Do It" cannot be a name: write it as send-reminders is written.'],
    [["manifest", "Odd"], "so say what they are with --set <path>=<value>:\n  spec.code must match "],
  ])("cmgen add %j", async (args, message) => {
    const before = readTree(root);
    const { code, out, error } = await cmgen("add", ...args);
    expect({ code, out }).toEqual({ code: 4, out: "" });
    expect(error).toContain(message);
    expect(readTree(root)).toEqual(before);
  });

  test("a type that has no JSON is reported as `cmgen generate` would", async () => {
    put("src/models/odd.ts", odd.replace("make() as never", "[]"));
    const { code, error } = await cmgen("add", "field", "Odd", "spec.x", "symbol");
    expect(code).toBe(2);
    expect(error).toMatch(/src\/models\/odd\.ts:4:\d+/);
    expect(error).toContain("nothing was written.");
  });

  test("in a plugin without models a group is needed", async () => {
    startOver();
    expect(await cmgen("add", "model", "Note")).toMatchObject({
      code: 4,
      error: expect.stringContaining("with --group."),
    });
    expect(await cmgen("add", "model", "Note", "--group", "odd.example.com")).toMatchObject(done);
    expect(existsSync(join(root, "src/models/note.ts"))).toBe(true);
  });
});

test("the config that is given says where models are, and is given again in what follows", async () => {
  startOver();
  put("src/kinds/book.ts", book);
  put("ci.config.ts", 'export default { models: ["src/kinds/*.ts"] };');
  const place = ["--cwd", "src", "--config", "../ci.config.ts"];
  expect(await cmgen("add", "field", "Book", "spec.pages", "Integer", "--optional", ...place)).toEqual({
    ...done,
    out:
      "update    kinds/book.ts\n\nContinue with:\n\n" +
      "  cmgen add index Book spec.pages --cwd src --config ../ci.config.ts\n" +
      "  cmgen generate --cwd src --config ../ci.config.ts\n",
  });
});
