import { defineModel, type Extension } from "@cmgen/model";

interface OrderInput extends Extension<{ text: string }> {}

export default defineModel<OrderInput>({
  group: "shop.example.com", version: "v1alpha1", kind: "OrderInput", plural: "order-inputs", singular: "order-input",
});
