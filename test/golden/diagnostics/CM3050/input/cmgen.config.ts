import { defineConfig } from "cmgen";

export default defineConfig({
  typeNames: { "src/models/services.ts#Address": "ServiceAddress" },
});
