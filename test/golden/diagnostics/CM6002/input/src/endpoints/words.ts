import { defineEndpoints } from "@cmgen/runtime";

export const words = defineEndpoints({
  apiVersion: "console.api.notes.example.com/v1alpha1",
  routes: [],
});
