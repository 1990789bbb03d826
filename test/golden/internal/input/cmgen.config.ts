import { defineConfig } from "cmgen";

export default defineConfig({ api: "post.example.com/v1", react: true, clientPackage: { name: "@post/client", dir: "client-package" } });
