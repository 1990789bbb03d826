import { defineModel, type Extension } from "@cmgen/model";

interface Address {
  street: string;
  city: string;
}
interface Order extends Extension<{ home: Address }> {}

export default defineModel<Order>({
  group: "shop.example.com", version: "v1alpha1", kind: "Order", plural: "orders", singular: "order",
});
