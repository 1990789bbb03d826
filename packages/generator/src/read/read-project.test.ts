import { describe, expect, test } from "vitest";

import type { IndexModel } from "../model/model.js";
import { bare, moduleOf, problemsIn, readFiles } from "./plugin.test.fixture.js";

const attributes = 'group: "g.example.com", version: "v1", kind: "Thing", plural: "things", singular: "thing"';

/** Reads a module that declares `Thing` with a call of the given text. */
function readCall(call: string, before = ""): ReturnType<typeof readFiles> {
  return readFiles({
    "src/models/thing.ts": `import { defineModel, index, type Envelope, type Extension } from "@cmgen/model";
${before}
interface Spec { name: string; tags: string[]; pair: [string, number]; nested?: { size: number | null } }
interface Thing extends Extension<Spec> {}
${call}
`,
  });
}

function readDeclared(extra: string, before = ""): ReturnType<typeof readFiles> {
  return readCall(`export default defineModel<Thing>({ ${attributes}, ${extra} });`, before);
}

describe("attributes (spec 2.1)", () => {
  test("are literals, or constants that lead to one", () => {
    const result = readFiles({
      "src/names.ts": 'export const domain = "example.com"; export const versions = { first: "v1" } as const;',
      "src/models/thing.ts": `
        import { defineModel as define, type Extension } from "@cmgen/model";
        import { domain, versions } from "../names.js";
        const kind = "Thing";
        enum Plural { Things = "things" }
        const shared = { plural: Plural.Things, singular: ("thi" + "ng") as string };
        interface Thing extends Extension<{ a: string }> {}
        const model = define<Thing>({ group: \`people.\${domain}\`, version: versions.first, kind, ...shared });
        export default model;`,
    });
    expect(problemsIn(result)).toEqual([]);
    expect(result.project.models[0]).toMatchObject({
      group: "people.example.com",
      version: "v1",
      kind: "Thing",
      plural: "things",
      singular: "thing",
    });
  });

  test.each([
    [`export default defineModel<Thing>({ ${attributes}, plurals: "x" });`, ["CM1006 plurals"]],
    ['export default defineModel<Thing>({ group: "g" });', ["CM1004 defineModel"]],
    ["export default defineModel<Thing>({ ...(globalThis as any) });", ["CM1003 { ...(globalThis as any) }"]],
    [`export default defineModel<Thing>({ ${attributes.replace('"Thing"', "String(1)")} });`, ["CM1005 String(1)"]],
    [`export default defineModel({ ${attributes} });`, ["CM1002 defineModel"]],
    [`export const thing = defineModel<Thing>({ ${attributes} });`, [`CM1001 defineModel<Thing>({ ${attributes} })`]],
    ["export default defineModel<Thing>();", ["CM1004 defineModel", "CM1004 defineModel"]],
  ])("%s", (call, expected) => {
    expect(problemsIn(readCall(call))).toEqual(expected);
  });

  test.each(["export default model;", "export { model as default };", "export default (model satisfies object);"])(
    "of a model that is exported as %s",
    (statement) => {
      const { project, diagnostics } = readCall(`const model = defineModel<Thing>({ ${attributes} });\n${statement}`);
      expect(diagnostics).toEqual([]);
      expect(project.models).toHaveLength(1);
    },
  );

  describe("that are not said", () => {
    const api = "g.example.com/v1alpha1";
    const derive = (call: string, before = ""): unknown => {
      const module = `import { defineModel, type Extension } from "@cmgen/model";
        ${before}
        interface SalesPerson extends Extension<{ a: string }> {}
        export default ${call};`;
      const { project, diagnostics } = readFiles({ "src/models/thing.ts": module }, { api });
      expect(diagnostics).toEqual([]);
      const { group, version, kind, plural, singular, derived = [] } = project.models[0] ?? expect.unreachable();
      return [group, version, kind, plural, singular, derived.join(" ")];
    };
    const said = ["g.example.com", "v1alpha1"];

    test.each([
      [
        "defineModel<SalesPerson>()",
        [...said, "SalesPerson", "salespeople", "salesperson", "group version kind plural singular"],
      ],
      [
        "defineModel<SalesPerson>({})",
        [...said, "SalesPerson", "salespeople", "salesperson", "group version kind plural singular"],
      ],
      [
        'defineModel<SalesPerson>({ kind: "Clerk" })',
        [...said, "Clerk", "clerks", "clerk", "group version plural singular"],
      ],
      [
        'defineModel<SalesPerson>({ plural: "staff" })',
        [...said, "SalesPerson", "staff", "salesperson", "group version kind singular"],
      ],
      [
        'defineModel<SalesPerson>({ version: "v2" })',
        [said[0], "v2", "SalesPerson", "salespeople", "salesperson", "group kind plural singular"],
      ],
      [
        'defineModel<SalesPerson>({ group: "h.example.com" })',
        ["h.example.com", "v1alpha1", "SalesPerson", "salespeople", "salesperson", "version kind plural singular"],
      ],
    ])("%s", (call, expected) => {
      expect(derive(call)).toEqual(expected);
    });

    test("the kind is the type's own name, whatever it is imported as", () => {
      const module = `import { defineModel } from "@cmgen/model"; import type { Order as Other } from "../order.js"; export default defineModel<Other>();`;
      const order =
        'import type { Extension } from "@cmgen/model"; export interface Order extends Extension<{ a: string }> {}';
      const { project, diagnostics } = readFiles({ "src/models/x.ts": module, "src/order.ts": order }, { api });
      expect(diagnostics).toEqual([]);
      expect(project.models[0]).toMatchObject({ kind: "Order", plural: "orders" });
    });

    test("come from nowhere where there is neither a name nor an api", () => {
      const call = "export default defineModel<Extension<{ a: string }>>";
      expect(problemsIn(readCall(`${call}({ group: "g.example.com", version: "v1" });`))).toEqual([
        "CM1004 defineModel",
      ]);
      expect(
        problemsIn(readCall("export default defineModel<thing>();", "interface thing extends Extension<Spec> {}")),
      ).toHaveLength(2);
    });
  });

  test("a package's name without its scope, and its version, are the plugin's", () => {
    const { project } = readFiles({
      "package.json": '{ "name": "@acme/people", "version": "1.2.3" }',
      "src/models/thing.ts": moduleOf("{ a: string }"),
    });
    expect(project).toMatchObject({ name: "people", version: "1.2.3" });
  });
});

describe("the model's type (spec 2.1, 2.2)", () => {
  const declared = (type: string): string[] =>
    problemsIn(readCall(`interface Other ${type}\nexport default defineModel<Other>({ ${attributes} });`));

  test("extends the envelope, directly or not, and declares spec and status", () => {
    expect(declared("extends Extension { spec: Spec; status?: Spec }")).toEqual([]);
    expect(declared("extends Envelope { spec?: Spec }")).toEqual([]);
    expect(declared("extends Thing {}")).toEqual([]);
  });

  test("whether spec is required is the type's to say", () => {
    const isRequired = (type: string): unknown =>
      readCall(`interface Other ${type}\nexport default defineModel<Other>({ ${attributes} });`).project.models[0]?.spec
        ?.required;
    expect(isRequired("extends Extension<Spec> {}")).toBe(true);
    expect(isRequired("extends Extension<Spec | undefined> {}")).toBe(false);
    expect(isRequired("extends Envelope { spec?: Spec }")).toBe(false);
    expect(isRequired("extends Extension {}")).toBeUndefined();
  });

  test("anything else in it is refused", () => {
    expect(declared("{ spec: Spec }")).toEqual(["CM1007 Other"]);
    expect(declared("extends Extension<Spec> { extra: string }")).toEqual(["CM1008 extra: string"]);
    expect(declared("extends Extension<Spec> { run(): void }")).toEqual(["CM1008 run(): void"]);
    expect(declared("extends Extension<Spec> { kind: 'Thing' }")).toEqual(["CM1009 kind: 'Thing'"]);
  });

  test("is the type of one model", () => {
    const files = {
      "src/models/a.ts": moduleOf("{ a: string }"),
      "src/models/b.ts": `
        import { defineModel } from "@cmgen/model";
        import type { Thing } from "./a.js";
        export default defineModel<Thing>({ ${attributes} });`,
    };
    expect(problemsIn(readFiles(files))).toEqual(["CM1011 Thing"]);
  });

  test("its doc comment is the model's, or else that of the declaration", () => {
    const description = (text: string): unknown => readCall(text).project.models[0]?.documentation.description;
    expect(
      description(
        `/** Of the type. */ interface B extends Thing {} /** Of the call. */ export default defineModel<B>({ ${attributes} });`,
      ),
    ).toBe("Of the type.");
    expect(description(`/** Of the call. */ export default defineModel<Thing>({ ${attributes} });`)).toBe(
      "Of the call.",
    );
  });
});

describe("indexes (spec 2.5)", () => {
  test("by path, by function, of one value and of many", () => {
    const extra = `indexes: [
      index("spec.name", { unique: true }),
      index("spec.nested.size", { order: "DESC" }),
      index({ name: "initial", value: (thing) => thing.spec.name[0] }),
      index({ name: "named", value: initialOf, ...options }),
      index("spec.tags"),
      index({ name: "words", values: (thing) => thing.spec.name.split(" "), unique: true }),
    ]`;
    const before = `const options = { order: "DESC" } as const;
      function initialOf(thing: Thing) { return thing.spec.name }`;
    const result = readDeclared(extra, before);
    expect(problemsIn(result)).toEqual([]);
    expect(bare(result.project.models[0]?.indexes)).toEqual([
      {
        name: "spec.name",
        order: "ASC",
        unique: true,
        multi: false,
        source: "path",
        path: ["spec", "name"],
        position: 0,
        valueType: "string",
      },
      {
        name: "spec.nested.size",
        order: "DESC",
        unique: false,
        multi: false,
        source: "path",
        path: ["spec", "nested", "size"],
        position: 1,
        valueType: "number",
      },
      {
        name: "initial",
        order: "ASC",
        unique: false,
        multi: false,
        source: "function",
        path: [],
        position: 2,
        valueType: "string",
        codeHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
      {
        name: "named",
        order: "DESC",
        unique: false,
        multi: false,
        source: "function",
        path: [],
        position: 3,
        valueType: "string",
        codeHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
      {
        name: "spec.tags",
        order: "ASC",
        unique: false,
        multi: true,
        source: "path",
        path: ["spec", "tags"],
        position: 4,
        valueType: "string",
      },
      {
        name: "words",
        order: "ASC",
        unique: true,
        multi: true,
        source: "function",
        path: [],
        position: 5,
        valueType: "string",
        codeHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
  });

  test.each([
    ["indexes: indexesOf()", ["CM1005 indexesOf()"]],
    ["indexes: [other('spec.name')]", ["CM1005 other('spec.name')"]],
    ["indexes: [index(nameOf())]", ["CM1005 nameOf()"]],
    ["indexes: [index('spec.name', { order: 'UP' })]", ["CM1005 'UP'"]],
    ["indexes: [index('spec.name', { unique: isUnique() })]", ["CM1005 isUnique()"]],
    ["indexes: [index('spec.name', { sparse: true })]", ["CM1006 sparse"]],
    ["indexes: [...others]", ["CM1005 ...others"]],
    ["indexes: [index('x', (thing) => thing.spec.name)]", ["CM5006 (thing) => thing.spec.name"]],
    ["indexes: [index({ name: 'x' })]", ["CM5006 { name: 'x' }"]],
    ["indexes: [index({ value: () => '' })]", ["CM5006 { value: () => '' }"]],
    ["indexes: [index({ name: nameOf(), value: () => '' })]", ["CM1005 nameOf()"]],
    ["indexes: [index({ name: 'x', value: () => '', multi: true })]", ["CM1006 multi"]],
    ["statusSubresource: maybe()", ["CM1005 maybe()"]],
    ["subresources: { status: true }", ["CM1006 subresources"]],
  ])("%s", (extra, expected) => {
    expect(problemsIn(readDeclared(extra))).toEqual(expected);
  });

  const declarations = `enum Size { Small = "S", Large = "L" }
    interface Spec { size?: Size; color: "red" | "blue"; sizes: Size[]; title: string; count: number }
    interface Thing extends Extension<Spec> {}
    function colorOf({ spec }: Thing) { return spec.color; }`;
  test.each([
    ["(thing) => thing.spec.size", { returnedPath: ["spec", "size"] }],
    ["({ spec: { size } }) => (size ?? null)", { returnedPath: ["spec", "size"] }],
    ["function (thing) { return thing.spec!.color; }", { returnedPath: ["spec", "color"] }],
    ["(thing) => thing.spec.size ?? 'none'", { returnedValues: ["L", "S", "none"] }],
    ["colorOf", { returnedValues: ["blue", "red"] }],
    ["({ spec: { size = Size.Large } }) => size", { returnedValues: ["L", "S"] }],
    ["(thing) => thing.spec.count > 3 ? 'many' : undefined", { returnedValues: ["many"] }],
    ["(thing) => thing.spec.title[0]", {}],
    ["(thing) => thing.spec.color === 'red' ? thing.spec.title : 'other'", {}],
    ["(thing) => missing(thing)", {}],
    ["missing", {}],
  ])("what the function %s returns", (text, expected) => {
    expect(returnedBy(`index({ name: "x", value: ${text} })`)).toEqual(expected);
  });

  test.each([
    ["(thing) => thing.spec.sizes ?? []", { returnedPath: ["spec", "sizes"] }],
    ["(thing) => thing.spec.sizes.filter((size) => size !== Size.Small)", { returnedValues: ["L"] }],
    ["(thing) => new Set([thing.spec.color])", { returnedValues: ["blue", "red"] }],
    ["function* (thing) { yield thing.spec.color; }", { returnedValues: ["blue", "red"] }],
    ["(thing) => thing.spec.title.split(' ')", {}],
    ["(thing) => Object.keys(thing.spec)", {}],
  ])("what the function %s of an index of many returns", (text, expected) => {
    expect(returnedBy(`index({ name: "x", values: ${text} })`)).toEqual(expected);
  });

  function returnedBy(index: string): unknown {
    const module = `import { defineModel, index, type Extension } from "@cmgen/model";
      ${declarations}
      export default defineModel<Thing>({ ${attributes}, indexes: [index("spec.title"), ${index}] });`;
    const { project } = readFiles({ "src/models/thing.ts": module });
    const { returnedPath, returnedValues } = project.models[0]?.indexes[1] ?? {};
    return { ...(returnedPath && { returnedPath }), ...(returnedValues && { returnedValues }) };
  }

  test("what of a path is no scalar has no type", () => {
    const valueTypes = (path: string): unknown =>
      readDeclared(`indexes: [index("${path}")]`).project.models[0]?.indexes[0]?.valueType;
    expect(valueTypes("spec.pair")).toBeUndefined();
    expect(valueTypes("spec.nope")).toBeUndefined();
  });

  test.each([
    ["value: (thing) => thing.spec.title.length", "number"],
    ["value: (thing) => thing.spec.count", "number"],
    ["value: (thing) => thing.spec.count > 3", "boolean"],
    ["value: (thing) => new Date(thing.spec.count)", "timestamp"],
    ["value(thing) { return thing.spec.title; }", "string"],
    ["value: (thing) => (thing.spec.count > 3 ? 1 : null)", "number"],
    ["values: (thing) => [thing.spec.count]", "number"],
    ["values: () => new Set([new Date(), undefined])", "timestamp"],
    ["value: (thing): any => thing", "string"],
    ["value: (thing) => thing.spec.color === 'red' ? 1 : 'x'", undefined],
    ["values: (thing) => [thing.spec.count, thing.spec.title]", undefined],
  ])("an index of %s holds %s", (text, valueType) => {
    const module = `import { defineModel, index, type Extension } from "@cmgen/model";
      ${declarations}
      export default defineModel<Thing>({ ${attributes}, indexes: [index({ name: "x", ${text} })] });`;
    const { project, diagnostics } = readFiles({ "src/models/thing.ts": module });
    expect(diagnostics).toEqual([]);
    expect(project.models[0]?.indexes[0]?.valueType).toBe(valueType);
  });

  test("by tags: at each place of the type, those in a list and the declared ones behind them", () => {
    const module = `import { defineModel, index, type Extension, type Timestamp } from "@cmgen/model";
      interface Address { /** @index */ city: string }
      interface Spec { /** @unique */ name: string; home: Address; work?: Address; /** @index desc */ due?: Timestamp; /** @index */ tags?: string[] }
      interface Thing extends Extension<Spec, { /** @index */ phase?: "a" | "b" }> {}
      export default defineModel<Thing>({ ${attributes}, indexes: [index({ name: "x", value: () => "" })] });`;
    const { project, diagnostics } = readFiles({ "src/models/thing.ts": module });
    expect(diagnostics).toEqual([]);
    const found = project.models[0]?.indexes ?? [];
    const of = ({ name, order, unique, multi, valueType }: IndexModel): unknown => [
      name,
      order,
      unique,
      multi,
      valueType,
    ];
    expect(found.map(of)).toEqual([
      ["spec.name", "ASC", true, false, "string"],
      ["spec.home.city", "ASC", false, false, "string"],
      ["spec.work.city", "ASC", false, false, "string"],
      ["spec.due", "DESC", false, false, "timestamp"],
      ["spec.tags", "ASC", false, true, "string"],
      ["status.phase", "ASC", false, false, "string"],
      ["x", "ASC", false, false, "string"],
    ]);
  });
});

test("a check", () => {
  const extra = `check({ object, refuse }) { if (object.spec.name === "x") refuse("spec.name", "is taken"); }`;
  const result = readDeclared(extra);
  expect(problemsIn(result)).toEqual([]);
  expect(bare(result.project.models[0])).toMatchObject({ hasCheck: true, statusSubresource: false });
});

test("a declared status is a subresource, if the declaration does not say otherwise", () => {
  const of = (text: string): unknown => {
    const { project, diagnostics } = readCall(text);
    expect(diagnostics).toEqual([]);
    return project.models[0]?.statusSubresource;
  };
  const before = "interface Noted extends Extension<Spec, { note?: string }> {}";
  expect(of(`${before} export default defineModel<Noted>({ ${attributes} });`)).toBe(true);
  expect(of(`${before} export default defineModel<Noted>({ ${attributes}, statusSubresource: false });`)).toBe(false);
  expect(of(`export default defineModel<Thing>({ ${attributes} });`)).toBe(false);
});

describe("modules", () => {
  test("are those the globs name, without tests, generated ones and declarations", () => {
    const model = moduleOf("{ a: string }");
    const result = readFiles(
      {
        "lib/a.model.ts": model,
        "lib/b.ts": model.replaceAll("Thing", "Other"),
        "lib/out/c.model.ts": model.replaceAll("Thing", "Generated"),
        "lib/d.model.test.ts": model.replaceAll("Thing", "Tested"),
      },
      { models: ["lib/**/*.model.ts"], outDir: "lib/out" },
    );
    expect(result.project.models.map(({ kind }) => kind)).toEqual(["Thing"]);
    expect(result.project.models[0]?.module).toBe("lib/a.model.ts");
  });

  test("that declare nothing are told of", () => {
    expect(problemsIn(readFiles({ "src/models/shared.ts": "export interface A {}" }))).toEqual(["CM1010 "]);
  });

  test("that cannot be parsed are told of, and the others are read", () => {
    const result = readFiles({
      "src/models/a.ts": "export default {{;",
      "src/models/thing.ts": moduleOf("{ a: string }"),
    });
    expect(result.diagnostics.map(({ code }) => code)).toContain("CM1012");
    expect(result.project.models).toHaveLength(1);
  });

  test.each(["string?", "?string", "string!", "(string?)[]", "*", "{ inner: number? }"])(
    "that have %s, which is a type of JSDoc, are told of",
    (type) => {
      const result = readFiles({ "src/models/thing.ts": moduleOf(`{ a: ${type}; b?: boolean }`) });
      expect(problemsIn(result)).toContainEqual(expect.stringMatching(/^CM1012 /));
    },
  );

  test("whose vocabulary is not found are told of", () => {
    const before = 'import { defineModel } from "./nowhere.js"; export default defineModel<{}>({});';
    expect(problemsIn(readFiles({ "src/models/thing.ts": before }))).toEqual(["CM1013 defineModel"]);
  });

  test("the same files make the same, to the byte, whatever their order on disk", () => {
    const a = moduleOf("{ b?: import('./b.js').Other; s: Shared }", "interface Shared { x: string }");
    const b = a.replaceAll("Thing", "Other").replaceAll("thing", "other").replaceAll("./b.js", "./a.js");
    const text = (files: Record<string, string>): string => JSON.stringify(readFiles(files).project);
    expect(text({ "src/models/a.ts": a, "src/models/b.ts": b })).toBe(
      text({ "src/models/b.ts": b, "src/models/a.ts": a }),
    );
  });
});

describe("logic modules (spec 4.3)", () => {
  const model = { "src/models/thing.ts": moduleOf("{ a: string }") };

  test("controllers, schedules and endpoints with a default export, sorted", () => {
    const { project, diagnostics } = readFiles({
      ...model,
      "src/controllers/order-mailer.ts": "export default defineController({});",
      "src/controllers/1st.ts": "const controller = defineController({}); export { controller as default };",
      "src/controllers/text.ts": "export const text = 1;",
      "src/controllers/x.test.ts": "export default 1;",
      "src/schedules/digest.ts": 'export default defineSchedule({ name: "digest", every: "1d", run });',
      "src/endpoints/greeting.ts": 'export default defineEndpoints({ apiVersion: "a/v1", routes: [] });',
      "src/endpoints/styled.ts": '@ApiVersion("a/v1") class Styled {} export default Styled;',
    });
    expect(diagnostics).toEqual([]);
    expect(project.controllers).toEqual([
      { module: "src/controllers/1st.ts", name: "1st" },
      { module: "src/controllers/order-mailer.ts", name: "order-mailer" },
    ]);
    expect(project.schedules).toMatchObject([{ module: "src/schedules/digest.ts", name: "digest" }]);
    expect(project.endpoints.map(({ name }) => name)).toEqual(["greeting", "styled"]);
  });

  test("modules in folders below, as those of models", () => {
    const { project, diagnostics } = readFiles({
      ...model,
      "src/controllers/mail/order-mailer.ts": "export default defineController({});",
      "src/controllers/mail/order-mailer.test.ts": "export default 1;",
      "src/hooks/orders/checks/order.ts": `import { thingModel } from "../../../generated/v1/models.js";
        export default defineHooks({ model: thingModel });`,
      "src/schedules/nightly/digest.ts": 'export default defineSchedule({ name: "digest", every: "1d", run });',
      "src/endpoints/public/greeting.ts": `import { defineEndpoints, get, typed } from "@cmgen/runtime";
        export default defineEndpoints({ apiVersion: "a/v1", routes: [get("/a", typed<{ response: string }>())] });`,
    });
    expect(diagnostics).toEqual([]);
    expect(project.controllers).toEqual([
      { module: "src/controllers/mail/order-mailer.ts", name: "mail/order-mailer" },
    ]);
    expect(project.hooks).toMatchObject([
      { module: "src/hooks/orders/checks/order.ts", model: { module: "src/generated/v1/models", name: "thingModel" } },
    ]);
    expect(project.schedules).toMatchObject([{ module: "src/schedules/nightly/digest.ts", name: "nightly/digest" }]);
    expect(project.endpoints).toMatchObject([
      { name: "public/greeting", endpoints: [{ path: "/a", types: { response: { type: { shape: "string" } } } }] },
    ]);
  });

  test("types of endpoints that follow from functions and values of the module", () => {
    const { project, diagnostics } = readFiles({
      ...model,
      "src/endpoints/summary.ts": `import { defineEndpoints, get, typed } from "@cmgen/runtime";
        function summarize(words: string[]) { return { count: words.length, first: words[0] ?? null }; }
        const { limits: { most } } = { limits: { most: 10 as const } };
        export default defineEndpoints({ apiVersion: "a/v1", routes: [
          get("/a", typed<{ query: { most: typeof most }; response: ReturnType<typeof summarize> }>(), () => summarize([])),
        ] });`,
    });
    expect(diagnostics).toEqual([]);
    expect(project.endpoints[0]?.endpoints[0]?.types).toMatchObject({
      query: { type: { properties: [{ name: "most", type: { shape: "literal", value: 10 } }] } },
      response: { type: { properties: [{ name: "count" }, { name: "first" }] } },
    });
  });

  test("hooks, and which model's they are as far as the module says", () => {
    const hooks = (before: string, members: string): string => `${before}\nexport default defineHooks({ ${members} });`;
    const descriptor = "../generated/v1/models.js";
    const { project, diagnostics } = readFiles({
      ...model,
      "src/hooks/a.ts": hooks(`import { other, thingModel } from "${descriptor}";`, "model: thingModel"),
      "src/hooks/b.ts": hooks(`import { thingModel as model } from "${descriptor}";`, "validate: () => [], model"),
      "src/hooks/c.ts": hooks(`import * as things from "${descriptor}";`, "model: things.thingModel"),
      "src/hooks/d.ts": hooks("const thingModel = {};", "model: thingModel"),
      "src/hooks/e.ts": hooks('import { thingModel } from "elsewhere";', "model: thingModel"),
      "src/hooks/f.ts": 'export { hooks as default } from "./a.js";',
    });
    const read = { module: "src/generated/v1/models", name: "thingModel" };
    expect(diagnostics).toEqual([]);
    expect(project.hooks.map(({ name, model: of }) => [name, of && { module: of.module, name: of.name }])).toEqual([
      ["a", read],
      ["b", read],
      ["c", read],
      ["d", undefined],
      ["e", undefined],
      ["f", undefined],
    ]);
  });

  test("the module that sets the service up, where there is one, under the name that the config gives it", () => {
    const settings = { "src/server.ts": "export default defineServer({});" };
    expect(readFiles(model).project.server).toBeUndefined();
    expect(readFiles({ ...model, ...settings }).project.server).toBe("src/server.ts");
    expect(readFiles({ ...model, ...settings }, { server: "src/service.ts" }).project.server).toBeUndefined();
    const named = readFiles({ ...model, "service.ts": 'export { default } from "./x.js";' }, { server: "service.ts" });
    expect([named.project.server, named.diagnostics]).toEqual(["service.ts", []]);
  });

  test.each(["", "await runServer({ plugins: [] });", "export const settings = {};", "export = {};"])(
    "a module of settings that exports nothing by default is told of: %j",
    (text) => {
      const { project, diagnostics } = readFiles({ ...model, "src/server.ts": text });
      expect(project.server).toBeUndefined();
      expect(diagnostics).toMatchObject([
        { code: "CM6004", span: { file: "src/server.ts", start: { line: 1, column: 1 } } },
      ]);
    },
  );

  test("endpoints without the API-version marker are ignored, with a warning at their line", () => {
    const result = readFiles({
      ...model,
      "src/endpoints/a.ts": "\nexport default defineEndpoints({ routes: [] });",
      "src/endpoints/b.ts": "\n\nexport default class Greeting { }",
      "src/endpoints/c.ts": 'export const c = defineEndpoints({ apiVersion: "a/v1", routes: [] });',
    });
    expect(result.project.endpoints).toEqual([]);
    expect(problemsIn(result)).toEqual([
      "CM6001 defineEndpoints({ routes: [] })",
      "CM6001 Greeting",
      'CM6002 defineEndpoints({ apiVersion: "a/v1", routes: [] })',
    ]);
    expect(result.diagnostics.map(({ severity, span }) => [severity, span?.start.line])).toEqual([
      ["warning", 2],
      ["warning", 3],
      ["warning", 1],
    ]);
  });
});

describe("an error that nobody foresaw", () => {
  // Too deep for the stack of a reader, but not for that of the compiler.
  const deep = `string${"[]".repeat(1_500)}`;

  test("says which models were being read", () => {
    expect(() => readFiles({ "src/models/thing.ts": moduleOf(`{ x: ${deep} }`) })).toThrow(
      /\(at the models of src\/models\/thing\.ts\)$/,
    );
  });

  test("says which type was being read, and who uses it", () => {
    const declarations = `interface Deep { x: ${deep} }`;
    expect(() => readFiles({ "src/models/thing.ts": moduleOf("{ x: Deep }", declarations) })).toThrow(
      /\(at the type Deep, which src\/models\/thing\.ts uses\)$/,
    );
  });
});
