import { defineConfig } from "cmgen";

export default defineConfig({ api: "notes.example.com/v1alpha1" });
