import { defineConfig } from "cmgen";

export default defineConfig({ users: true, subscriptions: true });
