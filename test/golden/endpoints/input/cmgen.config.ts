import { defineConfig } from "cmgen";

export default defineConfig({});
