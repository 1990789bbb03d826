import { defineConfig } from "cmgen";

export default defineConfig({ api: "conduit.example.com/v1", users: true });
