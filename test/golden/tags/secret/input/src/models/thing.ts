import { defineModel, type Extension, type Integer } from "@cmgen/model";

interface Host {
  name: string;
  /** @default 443 */
  port?: Integer;
  /** @secret @minLength 8 */
  token: string;
}

interface Mailbox {
  address: string;
  /** @secret */
  password?: string;
}

export interface ThingSpec {
  title: string;
  /**
   * Who knows it is let in.
   * @secret @immutable
   */
  password: string;
  /** @secret */
  pin?: Integer | null;
  /** @listKey name */
  hosts?: Host[];
  /** @maxItems 10 */
  mailboxes?: Mailbox[];
  byName?: Record<string, Mailbox>;
  login?: { kind: "mail"; mailbox: Mailbox } | { kind: "key"; /** @secret */ key: { id: string; value: string } };
  /** Nothing in it is secret. */
  owner?: { name: string };
}

interface ThingStatus {
  /** @secret */
  session?: string;
  seen?: boolean;
}

export interface Thing extends Extension<ThingSpec, ThingStatus> {}

export default defineModel<Thing>({
  group: "tags.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
