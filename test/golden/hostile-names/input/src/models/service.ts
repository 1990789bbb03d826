import { defineModel, index, type Extension } from "@cmgen/model";

export interface ServiceSpec {
  constructor?: string;
}

/** Its types and its client are called as what generated code imports. */
export interface Service extends Extension<ServiceSpec> {}

export default defineModel<Service>({
  group: "hostile.example.com",
  version: "v1",
  kind: "Service",
  plural: "resource",
  singular: "client",
  indexes: [index("spec.constructor")],
});
