import { defineModel, type Extension } from "@cmgen/model";

interface Address {
  host: string;
}
interface Service extends Extension<{ address: Address }> {}

export default defineModel<Service>({
  group: "shop.example.com", version: "v1alpha1", kind: "Service", plural: "services", singular: "service",
});
