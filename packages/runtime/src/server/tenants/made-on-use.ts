import { readMigrations } from "@cmgen/store";
import type { Caller } from "../../access/caller.js";
import type { Service } from "../../host/service.js";
import type { SetUp } from "../open-service.js";
import { databaseEngine } from "../prepare-database.js";
import { migrationsFolder } from "../required-files.js";
import { makeTenant } from "./make-tenant.js";
import { belongsByGroup, type TenantOptions } from "./tenant-options.js";

/** Makes tenants when somebody calls who belongs to them. */
export class MadeOnUse {
  readonly #setUp: SetUp;
  readonly #given: TenantOptions;
  /** Those that are being made: many requests may come at the same time. */
  readonly #making = new Map<string, Promise<void>>();

  constructor(setUp: SetUp, given: TenantOptions) {
    this.#setUp = setUp;
    this.#given = given;
  }

  /** Makes a tenant, or ends what a process began that has died. Returns whether there is one now. */
  async make(name: string, callerOf: () => Promise<Caller | undefined>, home: Service): Promise<boolean> {
    const { madeOnUse = 0, belongs = belongsByGroup } = this.#given;
    if (madeOnUse === 0) return false;
    const caller = await callerOf();
    if (caller === undefined || !belongs(caller, name)) return false;
    const making = this.#making.get(name) ?? this.#make(name, home).finally(() => this.#making.delete(name));
    this.#making.set(name, making);
    await making;
    const isMade = (await home.store.tenants.find(name))?.state === "ready";
    if (isMade) home.log.info({ tenant: name, actor: caller.name }, "tenant made on its first use");
    else home.log.warn({ tenant: name, actor: caller.name, most: madeOnUse }, "tenant not made: there are too many");
    return isMade;
  }

  async #make(name: string, { store }: Service): Promise<void> {
    const { settings, options } = this.#setUp;
    const { databaseUrl, database } = settings;
    const migrations = await readMigrations(migrationsFolder(options, databaseEngine(databaseUrl, database.readUrl)));
    const most = this.#given.madeOnUse;
    await makeTenant({ name, databaseUrl, migrations, tenants: store.tenants, at: store.now(), most });
  }
}
