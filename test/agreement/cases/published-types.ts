import type { CaseFamily } from "../harness/agreement-case.js";

const point = { type: "Point", coordinates: [1, 2] };
const triangle = [
  [0, 0],
  [1, 0],
  [0, 1],
  [0, 0],
];

/** Types that others publish for documents and events. */
export const publishedTypes: CaseFamily = {
  "geojson: a point": {
    declare: `import type { Point } from "geojson";`,
    type: "Point",
    accepts: [point, { ...point, bbox: [1, 2, 3, 4] }],
    refuses: [{ type: "Point" }, { type: "Line", coordinates: [] }, { ...point, bbox: [1] }],
  },
  "geojson: a geometry": {
    declare: `import type { Geometry } from "geojson";`,
    type: "Geometry",
    accepts: [
      point,
      { type: "Polygon", coordinates: [triangle] },
      { type: "GeometryCollection", geometries: [point, { type: "LineString", coordinates: triangle }] },
    ],
    refuses: [
      { type: "Polygon", coordinates: triangle },
      { type: "GeometryCollection", geometries: [{}] },
      { type: "Circle" },
    ],
  },
  "geojson: a feature": {
    declare: `import type { Feature, Point } from "geojson";`,
    type: "Feature<Point, { name: string }>",
    accepts: [
      { type: "Feature", geometry: point, properties: { name: "x" } },
      { type: "Feature", id: 1, geometry: point, properties: { name: "x" } },
    ],
    refuses: [
      { type: "Feature", geometry: null, properties: { name: "x" } },
      { type: "Feature", geometry: point, properties: {} },
      { type: "Feature", geometry: point },
    ],
  },
  "geojson: a collection": {
    declare: `import type { FeatureCollection, Polygon } from "geojson";`,
    type: "FeatureCollection<Polygon, null>",
    accepts: [
      { type: "FeatureCollection", features: [] },
      {
        type: "FeatureCollection",
        features: [{ type: "Feature", geometry: { type: "Polygon", coordinates: [] }, properties: null }],
      },
    ],
    refuses: [{ type: "FeatureCollection" }, { type: "FeatureCollection", features: [point] }],
  },
  "geojson: its default properties are any": {
    declare: `import type { Feature } from "geojson";`,
    type: "Feature",
    noJson: "CM3005",
  },
  "json-schema: names of types": {
    declare: `import type { JSONSchema7TypeName } from "json-schema";`,
    type: "JSONSchema7TypeName | JSONSchema7TypeName[]",
    accepts: ["string", ["null", "array"]],
    refuses: ["date", ["x"], null],
  },
  "json-schema: a schema": {
    declare: `import type { JSONSchema7 } from "json-schema";`,
    type: "JSONSchema7",
    accepts: [
      {},
      { type: "object", properties: { a: { type: ["string", "null"] }, b: true }, required: ["a"] },
      { enum: ["x", 1, null, { a: 1 }], default: [1] },
      { anyOf: [{ $ref: "#/definitions/a" }], definitions: { a: { minimum: 1 } } },
    ],
    refuses: [{ type: "date" }, { properties: { a: "x" } }, { required: "a" }, { minimum: "1" }, null],
  },
  "json-schema: some keywords": {
    declare: `import type { JSONSchema4 } from "json-schema";`,
    type: `Required<Pick<JSONSchema4, "title" | "maximum" | "pattern">>`,
    accepts: [
      { title: "x", maximum: 1, pattern: "y" },
      { title: "", maximum: 0, pattern: "" },
    ],
    refuses: [
      { title: "x", maximum: "1", pattern: "y" },
      { title: 1, maximum: 1, pattern: "y" },
    ],
  },
  "aws-lambda: a message": {
    declare: `import type { SQSRecordAttributes } from "aws-lambda";`,
    type: "SQSRecordAttributes",
    accepts: [
      { ApproximateReceiveCount: "1", SentTimestamp: "2", SenderId: "x", ApproximateFirstReceiveTimestamp: "3" },
    ],
    refuses: [
      {},
      { ApproximateReceiveCount: 1, SentTimestamp: "2", SenderId: "x", ApproximateFirstReceiveTimestamp: "3" },
    ],
  },
  "aws-lambda: an event of S3": {
    declare: `import type { S3Event } from "aws-lambda";`,
    type: `Pick<S3Event["Records"][number], "eventName" | "s3" | "userIdentity" | "glacierEventData">`,
    accepts: [
      {
        eventName: "x",
        userIdentity: { principalId: "x" },
        s3: {
          s3SchemaVersion: "1",
          configurationId: "x",
          bucket: { name: "x", ownerIdentity: { principalId: "x" }, arn: "x" },
          object: { key: "x", size: 1, eTag: "x", sequencer: "x" },
        },
      },
    ],
    refuses: [{}, { eventName: "x", userIdentity: {}, s3: {} }],
  },
  "aws-lambda: a response": {
    declare: `import type { APIGatewayProxyResult } from "aws-lambda";`,
    type: "APIGatewayProxyResult",
    accepts: [
      { statusCode: 200, body: "" },
      { statusCode: 200, body: "x", headers: { a: "x", b: 1, c: true }, isBase64Encoded: true },
    ],
    refuses: [
      { statusCode: 200 },
      { statusCode: "200", body: "" },
      { statusCode: 200, body: "", headers: { a: null } },
    ],
  },
  "aws-lambda: a change in a table": {
    declare: `import type { AttributeValue } from "aws-lambda";`,
    type: `Pick<AttributeValue, "S" | "N" | "BOOL" | "NULL" | "SS" | "L" | "M">`,
    accepts: [{}, { S: "x" }, { L: [] }, { BOOL: true, SS: ["x"] }],
    refuses: [{ S: 1 }, { BOOL: "x" }, { SS: [1] }],
  },
  "aws-lambda: an event of API Gateway": {
    declare: `import type { APIGatewayProxyEvent } from "aws-lambda";`,
    type: `Pick<APIGatewayProxyEvent, "httpMethod" | "headers" | "queryStringParameters" | "body" | "isBase64Encoded">`,
    accepts: [
      { httpMethod: "GET", headers: {}, queryStringParameters: null, body: null, isBase64Encoded: false },
      { httpMethod: "GET", headers: { a: "x" }, queryStringParameters: { b: "y" }, body: "z", isBase64Encoded: true },
    ],
    refuses: [
      { httpMethod: "GET" },
      { httpMethod: "GET", headers: { a: 1 }, queryStringParameters: null, body: null, isBase64Encoded: false },
    ],
  },
  "aws-lambda: a context has functions": {
    declare: `import type { Context } from "aws-lambda";`,
    type: "Context",
    noJson: "CM3002",
  },
  "openapi-types: information": {
    declare: `import type { OpenAPIV3 } from "openapi-types";`,
    type: "OpenAPIV3.InfoObject",
    accepts: [
      { title: "x", version: "1" },
      { title: "x", version: "1", license: { name: "MIT" }, contact: { email: "x" } },
    ],
    refuses: [{ title: "x" }, { title: "x", version: "1", license: {} }],
  },
  "openapi-types: a server": {
    declare: `import type { OpenAPIV3_1 } from "openapi-types";`,
    type: "OpenAPIV3_1.ServerObject",
    accepts: [{ url: "x" }, { url: "x", variables: { a: { default: "x", enum: ["x"] } } }],
    refuses: [{}, { url: "x", variables: { a: {} } }, { url: 1 }],
  },
  "openapi-types: a parameter's place": {
    declare: `import type { OpenAPIV3 } from "openapi-types";`,
    type: `Pick<OpenAPIV3.ParameterObject, "name" | "in" | "required"> & { method: \`\${OpenAPIV3.HttpMethods}\` }`,
    accepts: [
      { name: "x", in: "query", method: "get" },
      { name: "x", in: "path", required: true, method: "post" },
    ],
    refuses: [
      { name: "x", method: "get" },
      { name: "x", in: "query", method: "GET" },
    ],
  },
  "openapi-types: security": {
    declare: `import type { OpenAPIV3 } from "openapi-types";`,
    type: "OpenAPIV3.HttpSecurityScheme | OpenAPIV3.ApiKeySecurityScheme | OpenAPIV3.ReferenceObject",
    accepts: [{ type: "http", scheme: "basic" }, { type: "apiKey", name: "x", in: "header" }, { $ref: "#/x" }],
    refuses: [{ type: "http" }, { type: "apiKey", scheme: "basic" }, {}],
    stricter: [{ type: "http", scheme: "basic", $ref: "#/x" }],
  },
};
