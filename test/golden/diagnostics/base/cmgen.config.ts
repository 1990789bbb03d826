import { defineConfig } from "cmgen";

export default defineConfig({ databases: ["sqlite"] });
