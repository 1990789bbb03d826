import { defineConfig } from "cmgen";

export default defineConfig({ tenants: true, users: true, subscriptions: true });
