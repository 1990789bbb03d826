import { defineModel, type Extension } from "@cmgen/model";

interface Order extends Extension<{ total: number }> {}

export default defineModel<Order>({
  group: "shop.example.com", version: "v1alpha1", kind: "Order", plural: "orders", singular: "order",
});
