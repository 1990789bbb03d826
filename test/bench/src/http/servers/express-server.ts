import express from "express";
import { createServer } from "node:http";
import { itemsPath } from "../../data/bench-item.js";
import { answerMessages } from "../../processes/answer-messages.js";
import { processState } from "../../processes/process-state.js";
import { answerList, logIn, parseItem, type ListQuery } from "./hand-written.js";
import { listen } from "./listen.js";
import { openItems } from "../../databases/open-items.js";
import type { ServerAnswer, ServerRequest } from "./server-request.js";

let served: ServerAnswer | undefined;

/** What people write: an Express application and the raw driver. Asked twice, it answers a {@link processState}. */
answerMessages<ServerRequest>(async (request) => {
  if (served !== undefined) return processState();
  const items = await openItems(request);
  const app = express();
  app.get(`${itemsPath}/:name`, async (incoming, response) => {
    const read = await items.read(incoming.params.name);
    if (read === undefined) response.status(404).end();
    else response.type("json").send(read.data);
  });
  app.get(itemsPath, async ({ query }, response) => {
    response.type("json").send(await answerList(items, request.statements, query as unknown as ListQuery));
  });
  app.post(itemsPath, express.json({ limit: "3mb" }), async (incoming, response) => {
    response
      .status(201)
      .type("json")
      .send(await items.create(parseItem(incoming.body), logIn(incoming.query["log"])));
  });
  served = await listen(createServer(app));
  return served;
});
