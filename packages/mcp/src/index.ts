export { answerOverHttp, type HttpOptions } from "./answer-over-http.js";
export type { Send, ServiceRequest } from "./send.js";
export type { ToolOptions } from "./tool-server.js";
