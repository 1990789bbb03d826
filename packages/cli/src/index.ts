export { defineConfig, type Config, type DatabaseProvider } from "@cmgen/generator";
