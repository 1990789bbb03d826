import { defineConfig } from "cmgen";

export default defineConfig({ api: "tasks.example.com/v1alpha1" });
