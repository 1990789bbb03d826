import { defineModel, type Extension } from "@cmgen/model";

export interface OwnerSpec {
  name: string;
}

export interface OwnerStatus {
  seen?: boolean;
}

/** Somebody who owns things. */
export interface Owner extends Extension<OwnerSpec, OwnerStatus> {}

export default defineModel<Owner>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Owner",
  plural: "owners",
  singular: "owner",
});
