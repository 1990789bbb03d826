import { type ModelDescriptor, type RequestHandler, type Service } from "@cmgen/runtime/codegen";
import type { Person } from "./types.js";
/** Person of people.example.com/v1alpha1, as the runtime knows it. */
export declare const personModel: ModelDescriptor<Person>;
/** Serves `/apis/people.example.com/v1alpha1/people` and what is below it; mounts in any Express application. */
export declare function createPersonRouter(service: Service): RequestHandler;
//# sourceMappingURL=resource.d.ts.map