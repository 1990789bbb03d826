import { defineConfig } from "cmgen";

export default defineConfig({ users: { signUp: "open" } });
