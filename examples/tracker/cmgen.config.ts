import { defineConfig } from "cmgen";
import { referenceEmitter } from "./tools/reference-emitter.js";

export default defineConfig({ api: "tracker.example.com/v1alpha1", console: true, emitters: [referenceEmitter] });
