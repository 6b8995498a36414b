import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROLE_ROWS } from "#components/members/role-rows.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { contract } from "#lib/contract/index.ts";
import { actionOf, ROLES, reachOf } from "#lib/roles.ts";

// The steps of README's recipe for an endpoint. Each failure is a sentence that says what to add.

const OPERATIONS = new Map(globSync("server/operations/**/*.ts").map((file) => [basename(file, ".ts"), file]));
const ROUTES = new Map(globSync("app/api/v1/**/route.ts").map((file) => [shapeOf(file.slice(10, -9)), file]));
const TESTS = globSync("tests/{*.test,{api,clients,doors,failover,ledger,pipeline,support}/**/*}.ts")
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
const ROWS = ROLE_ROWS.flatMap(({ examples }) => examples.map(nounOf));

const declared = await declaredEndpoints();

describe("an endpoint is complete", () => {
  test.each(declared.map(({ endpoint, file }) => [`${endpoint.method} ${endpoint.path}`, endpoint, file] as const))(
    "%s",
    (_, endpoint, file) => {
      expect(missingParts(endpoint, file)).toEqual([]);
    },
  );
});

describe("the roles table", () => {
  test("lists for each resource what its endpoints declare", () => {
    const named = ROLE_ROWS.flatMap(({ roles, examples }) => examples.map((one) => [nounOf(one), roles] as const));
    const rows = new Map(named);
    expect(named.length).toBe(rows.size);
    const others = contract.filter((one) => one.access !== "public" && rows.get(nounOf(one)) !== one.roles);
    expect(others.map(({ id, roles }) => `${id} declares roles "${roles}", unlike its row in role-rows.ts`)).toEqual(
      [],
    );
  });

  test("never grants an admin more than an owner, or a member more than an admin", () => {
    const rank = { none: 0, own: 1, all: 2 };
    for (const { what, roles } of ROLE_ROWS) {
      const ranks = ROLES.map((role) => rank[reachOf(role, roles)]);
      expect([what, ranks]).toEqual([what, [...ranks].sort((a, b) => b - a)]);
    }
  });
});

function missingParts(endpoint: Endpoint, file: string): string[] {
  const { id, method, path, resource, access } = endpoint;
  const name = `${method} ${path}`;
  const operation = id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const route = ROUTES.get(shapeOf(path));
  const parts: [isThere: boolean, sentence: string][] = [
    [contract.includes(endpoint), `${name} is not in the contract: list ${id} in lib/contract/index.ts`],
    [endpoint.roles in ROLE_ACCESS, `${name} has no access rule: declare roles in ${file}`],
    [OPERATIONS.has(operation), `${name} has no operation: add server/operations/${resource}/${operation}.ts`],
    [route !== undefined, `${name} has no route: add app/api/v1${path.replace(/\{(\w+)\}/g, "[$1]")}/route.ts`],
    [
      route === undefined || readFileSync(route, "utf8").includes(`/${operation}.ts"`),
      `${name} is not routed: pass ${id} to handle() in ${route}`,
    ],
    [
      access === "public" || ROWS.includes(nounOf(endpoint)),
      `${name} is in no row of the table of roles: add one to components/members/role-rows.ts`,
    ],
    [isTested(endpoint), `${name} has no test: call it in tests/api/${resource}.test.ts`],
  ];
  return parts.flatMap(([isThere, sentence]) => (isThere ? [] : [sentence]));
}

const ROLE_ACCESS: Record<Endpoint["roles"], true> = { everyone: true, own: true, administrators: true, owners: true };

function nounOf(endpoint: Pick<Endpoint, "resource" | "method" | "isQuery">): string {
  return `${endpoint.resource} ${actionOf(endpoint)}`;
}

/** A path with its parameters unnamed: contract and folders may name them differently. */
function shapeOf(path: string): string {
  return path.replace(/[{[][^/]+[}\]]/g, "*");
}

/** Whether a test names the path, with any value for each parameter, or the endpoint's id. */
function isTested({ id, path }: Endpoint): boolean {
  const pattern = path
    .split(/\{\w+\}(?:\/\{\w+\})*/)
    .map((text) => RegExp.escape(text))
    .join("[^\\s\"'`]+");
  return new RegExp(`${pattern}(?![\\w/-])|\\b${id}\\b`).test(TESTS);
}

/** Each endpoint below `/api/v1` that a file of the contract exports, listed or not. */
async function declaredEndpoints(): Promise<{ endpoint: Endpoint; file: string }[]> {
  const found = new Map<Endpoint, string>();
  for (const file of globSync("lib/contract/*.ts").sort()) {
    const module = (await import(join(process.cwd(), file))) as Record<string, unknown>;
    for (const value of Object.values(module)) if (isEndpoint(value) && !found.has(value)) found.set(value, file);
  }
  return [...found].map(([endpoint, file]) => ({ endpoint, file })).filter(({ endpoint }) => isVersioned(endpoint));
}

/** Session, health, metrics and the protocol of directories are outside `/api/v1`. */
function isVersioned({ path }: Endpoint): boolean {
  return !path.startsWith("/session") && !path.startsWith("/scim/v2/") && !existsSync(`app/api${path}/route.ts`);
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "errors" in value;
}
