import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { contract } from "#lib/contract/index.ts";
import { openApiDocument } from "#lib/contract/openapi.ts";

type Operation = {
  operationId: string;
  security: object[];
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
};

const document = JSON.parse(JSON.stringify(openApiDocument({ version: "1.2.3", url: "/api/v1" })));
const paths: Record<string, Record<string, Operation>> = document.paths;
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

test("the document has what OpenAPI 3.1 requires", () => {
  expect(document).toMatchObject({ openapi: "3.1.0", info: { title: expect.any(String), version: "1.2.3" } });
  expect(document.servers).toEqual([{ url: "/api/v1" }]);
  for (const { path, operation } of operations) {
    expect(path).toMatch(/^\//);
    expect(Object.keys(operation.responses).length).toBeGreaterThan(0);
    for (const [status, response] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^[1-5]\d\d$/);
      expect(response.description).toBeTruthy();
    }
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = operation.parameters?.filter((parameter) => parameter.in === "path") ?? [];
    expect(described.map(({ name }) => name).sort()).toEqual(inPath.sort());
    expect(described.every(({ required }) => required)).toBe(true);
  }
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test("every reference can be resolved", () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
  let count = 0;
  for (const [, path = ""] of references) {
    count++;
    const target = path.split("/").reduce((node, name) => node?.[name], document);
    expect(target, path).toBeTypeOf("object");
  }
  expect(count).toBeGreaterThan(50);
});

test("the document contains exactly the endpoints of the contract", () => {
  const written = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
  expect(written.sort()).toEqual(contract.map(({ method, path }) => `${method} ${path}`).sort());
});

test("the document describes access, errors and streams", () => {
  expect(Object.keys(document.components.securitySchemes)).toEqual(["bearer", "x-api-key"]);
  for (const { id, access, errors, produces } of contract) {
    const { operation } = operations.find((one) => one.operation.operationId === id) as (typeof operations)[number];
    expect(operation.security.length > 0, id).toBe(access !== "public");
    for (const code of errors) {
      const schema = operation.responses[code]?.content?.["application/json"];
      expect(schema, `${id} ${code}`).toEqual({ schema: { $ref: "#/components/schemas/ErrorEnvelope" } });
    }
    if (produces?.includes("sse")) expect(operation.responses[200]?.content).toHaveProperty(["text/event-stream"]);
  }
});

test("every route file serves endpoints of the contract, and every endpoint has its route file", () => {
  const files = globSync("app/api/v1/**/route.ts").filter((file) => !file.includes("[..."));
  const routes = files.map((file) => file.replace(/^app\/api\/v1/, "").replace(/\/route\.ts$/, ""));
  const declared = new Set(contract.map(({ path }) => path.replace(/\{(\w+)\}/g, "[$1]")));
  expect(routes.sort()).toEqual([...declared].sort());
});

test("a form names the part with its file", () => {
  const partsOf = (id: string) =>
    operations.find(({ operation }) => operation.operationId === id)?.operation.requestBody?.content[
      "multipart/form-data"
    ];
  expect(partsOf("uploadFile")?.schema).toMatchObject({ required: ["file"] });
  expect(partsOf("addUploadPart")?.schema).toMatchObject({
    properties: { data: { format: "binary" } },
    required: ["data"],
  });
});
