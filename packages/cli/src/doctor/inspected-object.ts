/** A value as a database's driver reads it. */
export type DriverValue = string | number | bigint | boolean | null;

/** An object as it lies in the store, with all that is copied of it. */
export interface InspectedObject {
  readonly name: string;
  readonly uid: DriverValue;
  readonly version: DriverValue;
  readonly createdAt: DriverValue;
  readonly deletedAt: DriverValue;
  readonly data: Uint8Array;
  /** Values by index name; none where the index has none of the object. */
  readonly values: ReadonlyMap<string, readonly DriverValue[]>;
  readonly labels: ReadonlyMap<string, string>;
}
