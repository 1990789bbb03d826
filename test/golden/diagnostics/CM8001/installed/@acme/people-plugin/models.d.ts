import type { Extension } from "@cmgen/model";

export interface PersonSpec {
  name: string;
}

export interface Person extends Extension<PersonSpec> {}
