import { defineEndpoints } from "@cmgen/runtime";

export default defineEndpoints({ apiVersion: "console.api.notes.example.com/v1alpha1", routes: [] });
