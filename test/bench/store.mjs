import { launch } from "./launch/launch.mjs";

// npm run bench -- store: the store beside hand-written SQL through the raw driver.
await launch(["store"]);
