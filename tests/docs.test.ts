import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { GET as markdown } from "#app/docs/markdown/[page]/route.ts";
import { GET as llms } from "#app/llms.txt/route.ts";
import { guides } from "#components/docs/guides.ts";
import { contract } from "#lib/contract/index.ts";
import { exampleOf } from "#lib/docs/examples.ts";
import { groups } from "#lib/docs/groups.ts";
import { llmsText, operationMarkdown } from "#lib/docs/markdown.ts";
import { samplesOf } from "#lib/docs/operation-samples.ts";
import { operations } from "#lib/docs/reference.ts";
import { fieldsOf } from "#lib/docs/schema-fields.ts";

const ORIGIN = "https://gateway.example";
const BASE = `${ORIGIN}/api/v1`;

describe("the reference", () => {
  test("has every endpoint of the contract, with its errors", () => {
    expect(operations.map(({ id }) => id)).toEqual(contract.map(({ id }) => id));
    for (const [index, { errors }] of operations.entries()) {
      const told = errors.map(({ status }) => Number(status));
      expect(told).toEqual(expect.arrayContaining([...(contract[index]?.errors ?? [])]));
    }
  });

  test("has every endpoint in one group, whose title is not a resource's identifier", () => {
    expect(
      [...groups.values()]
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(contract.map(({ id }) => id).sort());
    expect([...groups.keys()].filter((title) => /^[a-z]/.test(title))).toEqual([]);
  });

  test.each(contract.filter(({ body }) => body))("the example of $id is a valid request", (endpoint) => {
    const operation = operations.find(({ id }) => id === endpoint.id);
    const { body } = exampleOf(operation as (typeof operations)[number]);
    expect(endpoint.body?.safeParse(body).error?.issues ?? []).toEqual([]);
  });

  test("no sample has an unset path parameter", () => {
    for (const operation of operations) {
      for (const { code } of samplesOf(operation, BASE)) {
        // The address of a WebSocket starts with ws.
        expect(code).toContain(`${BASE}/`.slice("https".length));
        expect(code).not.toMatch(/\{\w+\}\/|\/\{\w+\}/);
      }
    }
  });

  test("Markdown names every top-level field, and llms.txt every page", () => {
    const all = llmsText(ORIGIN, guides);
    for (const operation of operations) {
      const text = operationMarkdown(operation, BASE);
      for (const { name } of operation.body) expect(text).toContain(`\`${name}\``);
      expect(all).toContain(`${ORIGIN}/docs/markdown/${operation.id}`);
    }
  });

  test("llms.txt lists every guide, and each has its page as Markdown", async () => {
    const all = await llms(new Request(`${ORIGIN}/llms.txt`)).text();
    for (const file of globSync("app/docs/guides/*.md")) {
      const page = basename(file, ".md");
      const address = `${ORIGIN}/docs/markdown/${page}`;
      const response = await markdown(new Request(address), { params: Promise.resolve({ page }) });
      const text = await response.text();
      expect(all).toContain(`](${address})`);
      expect(text).toContain(readFileSync(file, "utf8").split("\n")[0]);
      expect(text, "no link or address that works only in the repository").not.toMatch(/\]\([\w-]+\.md|localhost:3000/);
    }
  });

  test("Markdown of an unknown page is a 404", async () => {
    const response = await markdown(new Request(`${ORIGIN}/docs/markdown/none`), {
      params: Promise.resolve({ page: "none" }),
    });
    expect(response.status).toBe(404);
  });
});

describe("fields of a schema", () => {
  const one = (property: object, required: string[] = []) =>
    fieldsOf({ properties: { field: property }, required }, { Named: { type: "string", maxLength: 5 } })[0];

  test("limits are found in nullable and referenced schemas", () => {
    expect(one({ anyOf: [{ type: "integer", minimum: 1, maximum: 9 }, { type: "null" }] })).toMatchObject({
      type: "integer or null",
      required: false,
      limits: ["1 to 9"],
    });
    expect(one({ $ref: "#/components/schemas/Named" }, ["field"])).toMatchObject({
      type: "string",
      required: true,
      limits: ["at most 5 characters"],
    });
  });

  test("the range of every JSON number is not shown as a limit", () => {
    expect(
      one({ type: "integer", minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })?.limits,
    ).toEqual([]);
  });

  test("a list of objects shows the objects' fields, and deprecation is kept", () => {
    const list = { type: "array", items: { type: "object", properties: { id: { type: "string", deprecated: true } } } };
    expect(one(list)).toMatchObject({ type: "list of objects", fields: [{ name: "id", deprecated: true }] });
  });

  test("types and limits read like English, one or many", () => {
    const list = (items: object, more: object = {}) => one({ type: "array", items, ...more });
    expect(list({ type: "string" }, { maxItems: 1 })).toMatchObject({
      type: "list of strings",
      limits: ["at most 1 entry"],
    });
    expect(list({ type: "array", items: { type: "integer" } })).toMatchObject({ type: "list of lists of integers" });
    expect(list({ anyOf: [{ type: "string" }, { type: "object" }] })).toMatchObject({
      type: "list of strings or objects",
    });
    expect(list({})).toMatchObject({ type: "list of values of any type" });
    expect(one({ type: "string", minLength: 1 })).toMatchObject({ limits: ["at least 1 character"] });
    expect(one({ type: "string", minLength: 8, maxLength: 8 })).toMatchObject({ limits: ["8 characters"] });
    expect(one({ type: "integer", minimum: 0, maximum: 1 })).toMatchObject({ type: "integer", limits: ["0 to 1"] });
  });

  test("a recursive schema ends", () => {
    const definitions = { Tree: { type: "object", properties: { child: { $ref: "#/components/schemas/Tree" } } } };
    expect(fieldsOf(definitions.Tree, definitions)).toHaveLength(1);
  });
});
