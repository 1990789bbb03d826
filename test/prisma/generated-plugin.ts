import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { defaultConfig } from "../../packages/generator/src/config/resolved-config.js";
import { prismaEmitter, prismaFolder } from "../../packages/generator/src/emit/prisma/prisma-emitter.js";
import { emitMigrations } from "../../packages/generator/src/migrate/emit-migrations.js";
import { people } from "../../packages/generator/src/model/people.test.fixture.js";
import type { Model } from "../../packages/generator/src/model/model.js";
import { readMigrations, type Migration } from "../../packages/store/src/migrate/migration.js";

export type Provider = "sqlite" | "postgresql";

/** A plugin's folder with what is generated for its database, and nothing else. */
export interface GeneratedPlugin {
  readonly folder: string;
  /** Generates for `models`; answers what the new migrations would lose. */
  generate(models: readonly Model[]): Promise<readonly string[]>;
  migrations(provider: Provider): Promise<readonly Migration[]>;
  schema(provider: Provider, models: readonly Model[]): string;
  dispose(): Promise<void>;
}

export async function createPlugin(): Promise<GeneratedPlugin> {
  const folder = await mkdtemp(join(tmpdir(), "cmgen-plugin-"));
  const emitter = prismaEmitter({ ...defaultConfig, prismaClient: true });
  return {
    folder,
    generate: async (models) => {
      const { files, losses } = await emitMigrations({ ...people, models }, folder, defaultConfig);
      for (const { path, contents } of files) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), contents);
      }
      return losses;
    },
    migrations: (provider) => readMigrations(join(folder, prismaFolder("prisma", provider), "migrations")),
    schema: (provider, models) => {
      const path = `${prismaFolder("prisma", provider)}/schema.prisma`;
      const file = emitter.emit({ ...people, models }, defaultConfig).find((candidate) => candidate.path === path);
      if (file === undefined) throw new Error(`${path} is not emitted`);
      return file.contents;
    },
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}
