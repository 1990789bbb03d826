import fc from "fast-check";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations } from "../../packages/console/src/schema/violations.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { startConsole, type ConsoleBrowser } from "./console-browser.js";
import { buildEveryType } from "./every-type.js";
import { valuesOf } from "./schema-arbitrary.js";
import { randomCases, randomSeed } from "../tier.js";

type Spec = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** One change that somebody makes in the form, and the member of the spec that it is about. */
interface Change {
  readonly member: string;
  readonly make: (page: Page, before: Spec) => Promise<void>;
  /** What the member is afterwards. */
  readonly after: (before: Spec) => unknown;
}

const box = (page: Page, label: string) =>
  page.getByRole("textbox", { name: new RegExp(`^${label}( \\(required\\))?$`) });

const typed = (member: string, text: string, after: unknown): Change => ({
  member,
  make: (page) => box(page, member).fill(text),
  after: () => after,
});

const chosen = (member: string, label: string, after: unknown): Change => ({
  member,
  make: async (page) => {
    const control = page.getByRole("combobox", { name: new RegExp(`^${member}( \\(required\\))?$`) });
    await control.selectOption({ label });
  },
  after: () => after,
});

const changes: readonly Change[] = [
  typed("textOptional", "One line\nand another", "One line\nand another"),
  typed("textShort", "short", "short"),
  typed("email", "new@example.com", "new@example.com"),
  typed("integerOptional", "4711", 4711),
  typed("numberNullable", "0.5", 0.5),
  typed("bigOptional", "-9223372036854775808", "-9223372036854775808"),
  chosen("choiceOptional", "b", "b"),
  chosen("flagNullable", "null", null),
  chosen("priority", "11", 11),
  chosen("color", "GREEN", "GREEN"),
  {
    member: "texts",
    make: async (page) => {
      await page.getByRole("button", { name: "Add an item: texts", exact: true }).click();
      const list = page.getByRole("group", { name: "texts (required)", exact: true });
      await list.getByRole("textbox").last().fill("added");
    },
    after: ({ texts }) => [...(texts as readonly unknown[]), "added"],
  },
  {
    member: "labels",
    make: async (page) => {
      const map = page.getByRole("group", { name: "labels (required)", exact: true });
      await map.getByLabel("New key of labels").fill("added.key/x");
      await map.getByLabel("New key of labels").press("Enter");
      await map.getByLabel("added.key/x", { exact: true }).fill("value");
    },
    after: ({ labels }) => ({ ...(labels as Spec), "added.key/x": "value" }),
  },
];

/** Objects that are edited. Each takes two seconds. */
const OBJECTS = Number(process.env["CMGEN_FORM_OBJECTS"] ?? randomCases(8));

describe.skipIf(!hasChromium)("a form loses nothing", { timeout: 900_000 }, () => {
  let console: ConsoleBrowser;
  let remove: () => void;
  let schemas: Schemas;
  const things = "/apis/types.example.com/v1/things";

  beforeAll(async () => {
    const built = await buildEveryType();
    remove = built.remove;
    console = await startConsole(built.plugin);
    const document = (await console.send("GET", "/openapi.json")) as { components: { schemas: Schemas } };
    schemas = document.components.schemas;
    for (const name of ["wheel", "wing"])
      await console.send("POST", "/apis/types.example.com/v1/parts", { metadata: { name }, spec: { title: name } });
  });
  afterAll(async () => {
    await console?.close();
    remove?.();
  });

  const specs = (): fc.Arbitrary<Spec> => {
    const reference = { enum: ["wheel", "wing"] };
    const own = schemas["ThingSpec"] ?? {};
    const properties = {
      ...(own["properties"] as Schemas),
      part: reference,
      parts: { type: "array", items: reference },
    };
    return valuesOf(schemas, { ...own, properties }) as fc.Arbitrary<Spec>;
  };

  it("finds nothing wrong with what the service accepts", () => {
    const schema = schemas["ThingSpec"] ?? {};
    const property = fc.property(specs(), (spec) => {
      expect(findViolations({ schemas, schema }, spec)).toEqual([]);
    });
    fc.assert(property, { numRuns: randomCases(200) });
  });

  it("of any object: one field is changed, and all else is byte for byte what it was", async () => {
    const page = await console.open("/types.example.com/v1/things");
    const made = fc.sample(fc.tuple(specs(), fc.constantFrom(...changes)), {
      numRuns: OBJECTS,
      seed: randomSeed(),
    });
    for (const [at, [spec, { member, make, after }]] of made.entries()) {
      const name = `n${at}`;
      const created = await console.send("POST", things, { metadata: { name }, spec });
      const before = created["spec"] as Spec;
      await page.goto(`${console.service.url}/console/types.example.com/v1/things/${name}?edit=true`);
      await page.getByRole("radio", { name: "Form" }).check();
      await make(page, before);
      const wanted = { ...before, [member]: after(before) };
      const save = page.getByRole("button", { name: "Save" });
      if (JSON.stringify(wanted) === JSON.stringify(before)) {
        expect(await save.getAttribute("title")).toBe("Nothing has changed.");
        continue;
      }
      await save.click();
      await page.getByText(/^Saved as version/).waitFor();
      const stored = await console.send("GET", `${things}/${name}`);
      expect(JSON.stringify(stored["spec"]), `${member} of ${JSON.stringify(before)}`).toBe(JSON.stringify(wanted));
    }
    expect(console.complaints).toEqual([]);
    await page.close();
  });
});
