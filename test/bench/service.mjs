import { launch } from "./launch/launch.mjs";

// npm run bench -- service: all benches of a running service, one after another. Takes half an hour.
await launch(["store", "http", "load", "watch", "growth"]);
