import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  // The hooks and the page must use one React, wherever a package manager puts it.
  resolve: { dedupe: ["react", "react-dom", "@tanstack/react-query"] },
});
