import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { generate } from "@cmgen/generator";
import { repositoryRoot } from "../boundaries/repository.js";

function model(spec: string, status: string, version = "v1"): string {
  return `import { defineModel, type Extension, type SubscriptionFields, type SubscriptionStatus } from "@cmgen/model";
export interface SubscriptionSpec ${spec}
export interface SubscriptionState ${status}
export interface Subscription extends Extension<SubscriptionSpec, SubscriptionState> {}
export type Unused = [SubscriptionFields, SubscriptionStatus];
export default defineModel<Subscription>({
  group: "hooks.example.com", version: "${version}", kind: "Subscription", plural: "subscriptions", singular: "subscription",
});
`;
}

const fitting = model("extends SubscriptionFields { note?: string }", "extends SubscriptionStatus {}");

describe("`subscriptions` in the config", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cmgen-subscriptions-config-"));
    mkdirSync(join(folder, "src/models"), { recursive: true });
    symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"), "dir");
    writeFileSync(join(folder, "package.json"), '{ "name": "hooks-plugin", "type": "module" }');
    writeFileSync(join(folder, "tsconfig.json"), '{ "compilerOptions": { "module": "NodeNext", "strict": true } }');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Texts of everything that is generated, but for migrations, whose names are times. */
  const generated = async (config: string, text: string): Promise<ReadonlyMap<string, string>> => {
    writeFileSync(join(folder, "cmgen.config.ts"), `export default ${config};\n`);
    writeFileSync(join(folder, "src/models/subscription.ts"), text);
    const { status } = await generate(folder);
    expect(status).toBe("written");
    const files = [
      ...readdirSync(join(folder, "src/generated"), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
      ...["prisma/schema.prisma", "cmgen-plugin.json", "openapi.json"].map((file) => join(folder, file)),
    ];
    return new Map(files.map((file) => [file.slice(folder.length + 1), readFileSync(file, "utf8")]));
  };

  it("tells the service whose objects they are, and gives it a table", async () => {
    const files = await generated("{ subscriptions: true }", fitting);
    expect(files.get("src/generated/plugin.ts")).toContain("  subscriptions: { model: subscriptionModel },\n");
    expect(files.get("prisma/schema.prisma")).toContain("cmgen_subscriptions");
    expect(files.get("cmgen-plugin.json")).toContain('"subscriptions": true');
  });

  it("leaves nothing of it in a service without them, whatever its models are called", async () => {
    const files = await generated("{}", fitting);
    for (const [path, text] of files) {
      expect([path, text.includes("cmgen_subscriptions"), text.includes("subscriptions: { model")]).toEqual([
        path,
        false,
        false,
      ]);
    }
    expect(files.get("cmgen-plugin.json")).not.toContain('"subscriptions": true');
  });

  it("needs a model of subscriptions", async () => {
    await expect(
      generated("{ subscriptions: true }", fitting.replace('kind: "Subscription"', 'kind: "Hook"')),
    ).rejects.toThrow(
      "cmgen.config.ts: `subscriptions` is set, and no model has the kind Subscription. Run `npx --no-install cmgen add subscriptions`, which writes one, or leave `subscriptions` out.",
    );
  });

  it("needs the fields that the service reads and writes", async () => {
    const spec = "{ resource: string; url?: string; secret: string; events?: string[]; paused?: string }";
    const refused = generated("{ subscriptions: true }", model(spec, "extends SubscriptionStatus {}"));
    await expect(refused).rejects.toThrow(
      /needs `version\?: string`[^]+needs `url: string`[^]+needs `secret: string` with the tag @secret[^]+needs `paused\?: boolean`/,
    );
    await expect(refused).rejects.not.toThrow(/needs `(?:resource|events)/);
    const status = "{ state?: string; identity?: string }";
    await expect(generated("{ subscriptions: true }", model("extends SubscriptionFields {}", status))).rejects.toThrow(
      /the status of Subscription .*needs `identity\?: string` with the tag @secret/,
    );
  });

  it("is true or false", async () => {
    await expect(generated('{ subscriptions: "yes" }', fitting)).rejects.toThrow(
      "`subscriptions` must be true or false",
    );
  });
});
