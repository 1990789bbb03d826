import fc from "fast-check";
import { randomCases, randomSeed } from "./tier.js";

// What a property does not say itself. fast-check runs a hundred cases otherwise, of another seed each time.
fc.configureGlobal({ numRuns: randomCases(100), seed: randomSeed() });
