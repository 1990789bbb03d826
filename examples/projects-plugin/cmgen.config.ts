import { defineConfig } from "cmgen";

export default defineConfig({ api: "projects.example.com/v1alpha1", manifests: "merge" });
