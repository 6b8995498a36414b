import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { cyclesOf } from "./support/cycles.ts";

type Import = { file: string; target: string; from: string; to: string; specifier: string; isType: boolean };

const SOURCES = globSync("{app,components,lib,server}/**/*.{ts,tsx}").sort();
const TESTS = globSync("tests/**/*.ts").sort();
const texts = new Map([...SOURCES, ...TESTS].map((file) => [file, readFileSync(file, "utf8")]));
const textOf = (file: string) => texts.get(file) as string;

/** The one file of `lib/` that all code may import, since JSON arrives everywhere. */
const GUARD = "lib/is-record.ts";

/** What every folder of the server may import: errors, environment, log, JSON, the shape of a response. */
const EVERYWHERE = [
  GUARD,
  ...["server/errors.ts", "server/env.ts", "server/log.ts", "server/json"],
  ...["server/api-response.ts", "server/stop-signal.ts"],
];

/** What a folder, or a file at the root of `server/`, may import alongside itself and, for folders, `EVERYWHERE`. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  "app pages": ["components", "lib"],
  "app/api": ["server/http", "server/operations"],
  components: ["lib", GUARD],
  // The scripts that the Connect pages describe.
  lib: [GUARD, "public"],
  [GUARD]: [],

  "server/main.ts": [
    ...["server/find-gateway.ts", "server/gateway.ts", "server/http", "server/auth", "server/providers"],
    ...["server/env.ts", "server/operations", "server/worker-heaps.ts"],
  ],
  "server/http": [
    ...["server/find-gateway.ts", "server/gateway.ts", "server/auth", "server/caller", "server/network"],
    "lib",
  ],
  "server/operations": [
    ...["server/http", "server/gateway.ts", "server/jobs", "server/pipeline", "server/security"],
    ...["server/auth", "server/audit", "server/caller", "server/dialects", "server/guardrails", "server/ledger"],
    ...["server/catalogue", "server/providers", "server/storage", "server/data", "lib", "package.json"],
  ],
  "server/find-gateway.ts": ["server/open.ts", "server/gateway.ts"],
  "server/open.ts": [
    ...["server/gateway.ts", "server/jobs", "server/pipeline", "server/auth", "server/caller", "server/guardrails"],
    ...["server/ledger", "server/catalogue", "server/providers", "server/storage", "server/data", "server/security"],
    ...["server/telemetry", "server/env.ts", "server/log.ts"],
  ],
  "server/gateway.ts": [
    ...["server/jobs", "server/pipeline", "server/auth", "server/caller", "server/ledger", "server/storage"],
    "server/security",
  ],
  "server/jobs": [
    ...[
      "server/pipeline",
      "server/ledger",
      "server/catalogue",
      "server/providers",
      "server/storage",
      "server/data",
      "server/security",
    ],
    ...["server/telemetry", "server/network", "lib"],
  ],
  "server/pipeline": [
    ...["server/caller", "server/dialects", "server/guardrails", "server/ledger", "server/catalogue"],
    ...["server/providers", "server/data", "server/security", "lib"],
    ...["server/network", "server/telemetry"],
  ],
  "server/telemetry": ["server/caller", "server/data"],
  "server/ledger": ["server/catalogue", "server/providers", "server/data", "lib"],
  "server/catalogue": ["server/providers", "server/data"],
  "server/guardrails": ["server/data", "lib"],
  "server/auth": ["server/caller", "server/data", "server/security", "server/network", "lib"],
  "server/audit": ["server/caller", "server/data"],
  "server/cli": [
    ...["server/auth", "server/data", "server/ledger", "server/security"],
    ...["server/catalogue", "server/providers"],
  ],
  "server/storage": ["server/data"],
  "server/providers": ["server/error-status.ts", "server/effort-of-budget.ts", "server/network", "lib"],
  "server/dialects": ["server/error-status.ts", "server/effort-of-budget.ts"],
  "server/caller": ["lib"],
  "server/data": ["server/network"],
  "server/security": [],
  "server/network": [],
  "server/json": ["server/api-response.ts"],

  "server/env.ts": ["server/network"],
  "server/log.ts": ["server/logged-error.ts"],
  "server/errors.ts": [],
  "server/error-status.ts": [],
  "server/effort-of-budget.ts": [],
  "server/logged-error.ts": [],
  "server/api-response.ts": [],
  "server/stop-signal.ts": [],
  "server/worker-heaps.ts": [],
};

/** Folders that may import the contract's types but none of its code. */
const SHAPES_ONLY = ["server/providers", "server/caller"];

/** What every feature of the console may import; a feature never imports another. */
const SHARED_COMPONENTS = ["components/ui", "components/shell", "components/charts"];

const imports = SOURCES.flatMap(importsOf);

function importsOf(file: string): Import[] {
  const text = textOf(file);
  const statements = text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^"'`;]*?\sfrom\s+)?"([^"]+)"/gm);
  const calls = text.matchAll(/\bimport\((type\s)?"([^"]+)"\)/g);
  return [...statements, ...calls].flatMap(([, type, specifier = ""]) => {
    const target = specifier.startsWith("#") ? specifier.slice(1) : normalize(join(dirname(file), specifier));
    const isOwn = specifier.startsWith("#") || specifier.startsWith(".");
    if (!isOwn) return [];
    return [{ file, target, from: zoneOf(file), to: zoneOf(target), specifier, isType: type !== undefined }];
  });
}

/** Returns the folder that a rule is about; a file at the root of `server/` has its own. */
function zoneOf(path: string): string {
  const [top = "", second = "", third] = path.split("/");
  if (path === GUARD) return path;
  if (top === "app") return second === "api" ? "app/api" : "app pages";
  if (top === "server") return third === undefined ? path : `server/${second}`;
  return top;
}

const shown = ({ file, specifier }: Import) => `${file} -> ${specifier}`;

describe("imports between folders", () => {
  test("every folder and every root file of the server has its rule, and every rule its folder", () => {
    const zones = [...new Set(SOURCES.map(zoneOf))];
    expect(zones.sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  test.each(Object.keys(MAY_IMPORT))("%s imports only what its rule allows, including types", (zone) => {
    const isFolder = zone.startsWith("server/") && !zone.endsWith(".ts") && zone !== "server/json";
    const allowed = new Set([zone, ...(MAY_IMPORT[zone] as string[]), ...(isFolder ? EVERYWHERE : [])]);
    expect(imports.filter(({ from, to }) => from === zone && !allowed.has(to)).map(shown)).toEqual([]);
  });

  test("the rules themselves form no cycle", () => {
    expect(cyclesOf(new Map(Object.entries(MAY_IMPORT)))).toEqual([]);
  });

  test.each(SHAPES_ONLY)("%s does not run contract code", (zone) => {
    expect(imports.filter(({ from, to, isType }) => from === zone && to === "lib" && !isType).map(shown)).toEqual([]);
  });

  test("an import cycle is reported without the files that lead into it", () => {
    const graph = new Map([
      ["a", ["b"]],
      ["b", ["c"]],
      ["c", ["b"]],
      ["d", ["d", "a"]],
    ]);
    expect(cyclesOf(graph)).toEqual([["b", "c"], ["d"]]);
  });

  // A type that two files share lives in the lower one.
  test("no files import each other in a cycle, including types", () => {
    const graph = new Map(SOURCES.map((file) => [file, [] as string[]]));
    for (const { file, target } of imports) if (graph.has(target)) graph.get(file)?.push(target);
    expect(cyclesOf(graph).map((files) => files.join(", "))).toEqual([]);
  });

  test("stream events pass between pipeline and dialect without an operation", () => {
    const operations = SOURCES.filter((file) => file.startsWith("server/operations/"));
    expect(operations.filter((file) => /\b(DialectEvent|Rewrite|rewriter)\b/.test(textOf(file)))).toEqual([]);
  });

  test("a console feature never imports another", () => {
    const featureOf = (path: string) => path.split("/").slice(0, 2).join("/");
    const wrong = imports.filter(({ file, specifier }) => {
      if (!file.startsWith("components/") || !specifier.startsWith("#components/")) return false;
      const used = featureOf(specifier.slice(1));
      return used !== featureOf(file) && !SHARED_COMPONENTS.includes(used);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  test("the parts shared by features import no feature", () => {
    const wrong = imports.filter(({ file, specifier }) => {
      const isShared = SHARED_COMPONENTS.some((shared) => file.startsWith(`${shared}/`));
      const target = specifier.startsWith("#components/") ? specifier.slice(1) : undefined;
      return isShared && target && !SHARED_COMPONENTS.some((shared) => target.startsWith(`${shared}/`));
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  // The build removes them from the browser's contract (server/build/browser-contract.mjs), and fails on an import.
  test("components read an endpoint's schema only through bodySchemaOf", () => {
    const read = /(?<!typeof )\b(\w+)\.(body|query|params|response)\b(?!\s*:)/g;
    const wrong = SOURCES.filter((file) => file.startsWith("components/")).flatMap((file) => {
      const imported = /import \{([^}]*)\} from "#lib\/contract\//g;
      const names = [...textOf(file).matchAll(imported)].flatMap(([, list = ""]) => list.split(/[\s,]+/));
      return [...textOf(file).matchAll(read)].filter(([, name = ""]) => names.includes(name)).map(([text]) => text);
    });
    expect(wrong).toEqual([]);
  });

  test("route files import no router, since both use them", () => {
    const routes = SOURCES.filter((file) => file.endsWith("/route.ts"));
    expect(routes.length).toBeGreaterThan(10);
    expect(routes.filter((file) => /from "next/.test(textOf(file)))).toEqual([]);
    const api = routes.filter((file) => file.startsWith("app/api/"));
    expect(api.filter((file) => !/= handle\(|= unknownPath/.test(textOf(file)))).toEqual([]);
  });
});

describe("a change and its audit entry", () => {
  test("only the audit log, the operator's command and the rollback of canaries write an entry", () => {
    const writers = SOURCES.filter((file) => /\binsertAudit\b/.test(textOf(file)));
    expect(writers).toEqual([
      ...["server/audit/record-change.ts", "server/cli/account-command.ts", "server/data/audit.ts"],
      "server/jobs/roll-back-canaries.ts",
    ]);
  });

  // The embedded database has one connection: a query outside the transaction would wait for it forever.
  test("an operation uses only the transaction's queries, and refreshes memory after it", () => {
    const transactions = SOURCES.filter((file) => file.startsWith("server/operations/")).flatMap((file) =>
      [...textOf(file).matchAll(/^( *).*\.transaction\(async \(queries\) => \{\n([\s\S]*?)^\1\}\);/gm)].map(
        ([, , body = ""]) => ({ file, body }),
      ),
    );
    expect(transactions.length).toBeGreaterThan(40);
    const isOutside = /\bdatabase\b|\baccounts\b|\bledger\b|\.refresh\(|\bannounce\(|\bfetch\(|\bawait changed[A-Z]/;
    expect(transactions.filter(({ body }) => isOutside.test(body)).map(({ file }) => file)).toEqual([]);
    expect(transactions.filter(({ body }) => !/\brecord\w*\(queries, /.test(body)).map(({ file }) => file)).toEqual([]);
  });
});

describe("every folder", () => {
  // One file per noun: a flat index is read by its names.
  const INDEXES = ["lib/contract", "server/data"];

  test("has at most 25 files, except for flat indexes", () => {
    const sizes = new Map<string, number>();
    for (const file of [...SOURCES, ...TESTS]) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
    const crowded = [...sizes].filter(([folder, size]) => size > 25 && !INDEXES.includes(folder));
    expect(crowded).toEqual([]);
  });
});

describe("every file", () => {
  const all = [...SOURCES, ...TESTS];

  test("is at most 300 lines long", () => {
    const parts = all.filter((file) => !file.endsWith(".test.ts"));
    expect(parts.filter((file) => textOf(file).split("\n").length > 301)).toEqual([]);
  });

  test("is named after its contents", () => {
    const vague = /^(utils?|helpers?|types?|constants?|misc|shared|index)\.tsx?$/;
    const named = all.filter((file) => file !== "lib/contract/index.ts");
    expect(named.filter((file) => vague.test(basename(file)))).toEqual([]);
    expect(named.filter((file) => !/^[a-z0-9.-]+\.tsx?$/.test(basename(file)))).toEqual([]);
  });

  test("does not re-export from another file", () => {
    expect(all.filter((file) => /^export\s+(type\s+)?(\*|\{[^}]*\})\s*(as \w+\s*)?from /m.test(textOf(file)))).toEqual(
      [],
    );
  });

  test("is imported with its extension", () => {
    expect(imports.filter(({ specifier }) => !/\.\w+$/.test(specifier)).map(shown)).toEqual([]);
  });

  // Spreading an object into another only to save lines hides its fields.
  test("writes one property per line", () => {
    expect(all.filter((file) => /^\s*\.\.\.\{ /m.test(textOf(file)))).toEqual([]);
  });

  test("suppresses no check", () => {
    const silenced = /biome[-]ignore|@ts[-](ignore|expect|nocheck)/;
    expect(all.filter((file) => silenced.test(textOf(file)))).toEqual([]);
  });
});

test("no test is skipped or focused", () => {
  const apart = /\b(test|it|describe)\.(only|skip|todo)\b/;
  expect(TESTS.filter((file) => apart.test(textOf(file)))).toEqual([]);
});
