import { launch } from "./launch/launch.mjs";

// npm run bench -- versions: lists of a kind's stored version, and of one that is converted, beside those of a kind with one version.
await launch(["versions"]);
