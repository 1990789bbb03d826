import { defineModel, type Extension, type Integer } from "@cmgen/model";

interface Account {
  /** @maxLength 20 */
  name: string;
  email?: string;
  level: Integer;
  secret: string;
}

type Color = "red" | "green" | "blue";

type PublicAccount = Omit<Account, "secret">;

export interface ThingSpec {
  picked: Pick<Account, "name" | "email">;
  omitted: PublicAccount;
  partial: Partial<Account>;
  required: Required<Pick<Account, "name" | "email">>;
  readonly: Readonly<Pick<Account, "name">>;
  warm: Exclude<Color, "blue">;
  cold: Extract<Color, "blue" | "green">;
  present: NonNullable<string | null | undefined>;
  accounts?: Record<Color, PublicAccount>;
  patch?: Partial<Omit<Account, "name" | "secret">>;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
