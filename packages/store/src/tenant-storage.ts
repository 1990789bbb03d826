/**
 * Where a tenant is in its life. Its schema or file is being made while it is `creating`, and deleted while it is `dropping`: then no process opens
 * it.
 */
export type TenantState = "creating" | "ready" | "dropping";

/** A tenant, as the database of its service knows it. */
export interface StoredTenant {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly state: TenantState;
  /** The release of the service that has prepared its tables and objects; null if none has. */
  readonly release: string | null;
  /** Why the release that tried last could not prepare it; null if it could. */
  readonly problem: string | null;
  /** When a process has to open it although nobody calls, in milliseconds since 1970; null for never. */
  readonly dueAt: number | null;
}

/** The tenants of a service. Only in the database of a service that has tenants. */
export interface TenantStorage {
  /** Whether the database has a table for them. */
  isThere(): Promise<boolean>;
  /** All of them, by name. */
  all(): Promise<readonly StoredTenant[]>;
  find(name: string): Promise<StoredTenant | undefined>;
  /**
   * Adds one in the state `creating`. Returns whether there was none of the name, and fewer than `most`.
   *
   * @param most others that are added at the same moment may exceed it.
   */
  add(name: string, at: number, most?: number): Promise<boolean>;
  /** Changes its state. Returns whether it was in one of the states `from`. */
  move(name: string, from: readonly TenantState[], to: TenantState): Promise<boolean>;
  /** Remembers that a release has prepared it. */
  prepared(name: string, release: string): Promise<void>;
  /** Remembers why a release could not; null where that is over. */
  failed(name: string, problem: string | null): Promise<void>;
  /** How many there are that the release which tried last could not prepare. */
  failing(): Promise<number>;
  /** Forgets one that is `dropping`. */
  forget(name: string): Promise<void>;
  /** Those that are due at a time, or are to be closed because they are being dropped. */
  due(at: number): Promise<readonly Pick<StoredTenant, "name" | "state">[]>;
  /** Makes them due at a time: those that a process has open, so that others open them if it dies. */
  hold(names: readonly string[], until: number): Promise<void>;
  /** Says when one that was closed is due. */
  settle(name: string, dueAt: number | null): Promise<void>;
}
