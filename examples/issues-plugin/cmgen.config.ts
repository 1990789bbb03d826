import { defineConfig } from "cmgen";

export default defineConfig({ api: "issues.example.com/v1alpha1", manifests: "merge" });
