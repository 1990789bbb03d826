import { defineConfig } from "cmgen";

export default defineConfig({ manifests: "merge" });
