import { defineConfig } from "cmgen";

export default defineConfig({ api: "types.example.com/v1" });
