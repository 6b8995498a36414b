import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readEnvironment } from "#server/env.ts";
import { serverAddresses } from "#server/network/server-addresses.ts";
import { readSystemCredentials } from "#server/pipeline/planning/system-credentials.ts";
import { providers } from "#server/providers/registry.ts";

function read(variables: Record<string, string>) {
  const environment = readEnvironment(variables);
  return { environment, systemCredentials: readSystemCredentials(providers.values(), environment.variables) };
}

test(".env.example names every variable of server/env.ts", () => {
  const names = [...readFileSync("server/env.ts", "utf8").matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
    ([, name]) => name,
  );
  const example = readFileSync(".env.example", "utf8");
  expect(names.length).toBeGreaterThan(90);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(example))).toEqual([]);
});

describe("an invalid value stops the start with a message that does not repeat the value", () => {
  test.each<[Record<string, string>, RegExp]>([
    [{ SWITCHBOARD_MANAGEMENT_KEY: "secret words that no header holds" }, /must not contain spaces/],
    [{ SWITCHBOARD_MANAGEMENT_KEY: "secret-sécret-sécret-sécret" }, /non-ASCII/],
    [{ OPENAI_BASE_URL: "http://127.0.0.1:9/v1?key=secret" }, /without a user name, query or fragment/],
    [{ OPENAI_BASE_URL: "http://me:secret@127.0.0.1:9/v1" }, /without a user name, query or fragment/],
    [{ OPENAI_BASE_URL: "http://127.0.0.1:9/v1#secret" }, /without a user name, query or fragment/],
    [{ ALLOWED_PRIVATE_HOSTS: "inside,http://secret" }, /host names, IP addresses or CIDR ranges/],
    [{ CORS_ORIGINS: "https://app.example/secret" }, /origins such as https:\/\/app\.example/],
    [{ CORS_ORIGINS: "*,https://secret.example" }, /or \* for any/],
    [{ HTTPS_PROXY: "socks5://me:secret@proxy.example" }, /http or https URL/],
    [{ DATA_REGIONS: "secret.internal=moon" }, /europe, us or global/],
    [{ DESTINATION_DISK_FOLDER: "exports/secret" }, /it must be an absolute path/],
    [{ SMTP_URL: "http://me:secret@mail.example", SMTP_FROM: "a@example.com" }, /smtp or smtps URL/],
    [{ SMTP_URL: "smtp://me:secret@mail.example" }, /it needs SMTP_FROM too/],
    [{ SMTP_FROM: "secret@example.com" }, /it needs SMTP_URL too/],
    [{ DATABASE_URL: "mysql://secret@one/name" }, /postgres:\/\/ URL/],
    [{ DATABASE_URL: "postgres://secret@one,two:secret/name" }, /postgres:\/\/ URL/],
    [{ DATABASE_URL: "postgres://me:se#secret@one/name" }, /in the password must be percent-encoded/],
    [{ REDIS_URL: "redis://:se/secret@one" }, /in the password must be percent-encoded/],
    [{ DATABASE_URL: "postgres://secret@one/name?target_session_attrs=standby" }, /must be any, read-write, primary/],
    [{ DATABASE_READ_URL: "postgres://secret@one/name" }, /it needs DATABASE_URL too/],
    [{ DATABASE_DIRECT_URL: "postgres://secret@one/name" }, /it needs DATABASE_URL too/],
    [{ REDIS_URL: "http://secret" }, /redis\+sentinel:\/\/ or redis\+cluster:\/\/ URL/],
    [{ REDIS_URL: "redis://:secret@one,two" }, /several servers need redis\+sentinel/],
    [{ REDIS_URL: "redis+sentinel://:secret@one,two" }, /must name their group of servers/],
    [{ REDIS_URL: "redis+cluster://:secret@one/2" }, /only the database 0/],
    [{ PUBLIC_URL: "https://gateway.example/?secret" }, /without a user name, query or fragment/],
    [{ PUBLIC_URL: "gateway.example/secret" }, /http or https URL/],
    [{ PUBLIC_URL: "https://example.com/secret" }, /it must have no path/],
    [{ OPENAI_API_KEY_2: "secret key" }, /must not contain spaces/],
    [{ OPENAI_API_KEY_1: "secret" }, /numbered from 2 to 999/],
    [{ OPENAI_API_KEY_02: "secret" }, /numbered from 2 to 999/],
    [{ OPENAI_KEY_STRATEGY: "secret" }, /one of ordered, weighted, least_loaded, most_headroom/],
    [{ OPENAI_KEY_WEIGHTS: "1,secret", OPENAI_API_KEY: "one", OPENAI_API_KEY_3: "three" }, /each of the 2 keys/],
    [
      { OPENAI_KEY_TIERS: "1", OPENAI_API_KEY: "one", OPENAI_API_KEY_2: "two" },
      /from 1 to 1000 for each of the 2 keys/,
    ],
    [{ OPENAI_BASE_URL: "https://api.openai.com" }, /OpenAI uses https:\/\/api\.openai\.com\/v1\.$/],
    [{ ANTHROPIC_BASE_URL: "https://api.anthropic.com/v1/" }, /uses https:\/\/api\.anthropic\.com\.$/],
    [{ GEMINI_BASE_URL: "https://generativelanguage.googleapis.com/v1beta" }, /Google uses/],
  ])("%j", (variables, sentence) => {
    const [name = ""] = Object.keys(variables);
    expect(() => read(variables)).toThrow(sentence);
    expect(() => read(variables)).toThrow(new RegExp(`^The environment variable ${name} is invalid: `));
    expect(() => read(variables)).not.toThrow(/secret/);
  });
});

test.each<[string, Record<string, string>, string[]]>([
  ["is sent to both", {}, ["perplexity", "perplexity-agent"]],
  ["for another server is not sent to Perplexity", { PERPLEXITY_BASE_URL: "https://proxy.example" }, ["perplexity"]],
  [
    "for another server that has both APIs is sent there",
    { PERPLEXITY_BASE_URL: "https://proxy.example", PERPLEXITY_AGENT_BASE_URL: "https://proxy.example/v1" },
    ["perplexity", "perplexity-agent"],
  ],
])("a key of Perplexity %s", (_, addresses, ids) => {
  const { systemCredentials } = read({ PERPLEXITY_API_KEY: "pplx-one", ...addresses });
  expect([...systemCredentials.keys()].filter((id) => id.startsWith("perplexity"))).toEqual(ids);
});

describe("a number must be in decimal digits", () => {
  test.each(["0x10", "0b11", "1e3", "3000.0", " 3000", "+3000", "-1", "65536", "3000secret"])(
    "%j is not a port",
    (PORT) => {
      const sentence =
        "The environment variable PORT is invalid: it must be a whole number from 0 to 65535, in decimal digits.";
      expect(() => read({ PORT })).toThrow(new Error(sentence));
    },
  );

  test.each([
    ["0", 0],
    ["65535", 65_535],
    ["", 3_000],
  ])("%j is a port", (PORT, number) => {
    expect(read({ PORT }).environment.PORT).toBe(number);
  });

  test.each(["MAX_BODY_BYTES", "RATE_LIMIT_REQUESTS_PER_MINUTE", "IDLE_TIMEOUT_MS"])("%s is too", (name) => {
    expect(() => read({ [name]: "0xffff" })).toThrow(`The environment variable ${name} is invalid: `);
    expect(read({ [name]: "65535" }).environment).toMatchObject({ [name]: 65_535 });
  });
});

test("other base URLs may have any path and lose a trailing slash", () => {
  const { environment, systemCredentials } = read({
    PUBLIC_URL: "https://gateway.example/",
    OPENAI_API_KEY: "k",
    OPENAI_BASE_URL: "http://127.0.0.1:9/",
    ANTHROPIC_API_KEY: "k",
    ANTHROPIC_BASE_URL: "https://proxy.example/anthropic/v1/",
    ZAI_API_KEY: "k",
    ZAI_BASE_URL: "https://api.z.ai/api/coding/paas/v4",
  });
  expect(environment.PUBLIC_URL).toBe("https://gateway.example");
  expect(systemCredentials.get("openai")?.baseUrl).toBe("http://127.0.0.1:9");
  expect(systemCredentials.get("anthropic")?.baseUrl).toBe("https://proxy.example/anthropic/v1");
  expect(systemCredentials.get("zai")?.baseUrl).toBe("https://api.z.ai/api/coding/paas/v4");
});

test("the providers' own base URLs are accepted", () => {
  const reached = [...providers.values()].filter(({ baseUrlVariable }) => baseUrlVariable !== "");
  const own = reached.map(({ baseUrlVariable, baseUrl }) => [baseUrlVariable, baseUrl]);
  expect(() => read(Object.fromEntries(own))).not.toThrow();
  expect(() => read(Object.fromEntries(own.map(([name, url]) => [name, `${url}/`])))).not.toThrow();
});

test("several servers of PostgreSQL have one address each", () => {
  const url = "postgres://me:a%2Cb%40c@one:5433,two,[::1]:5434/name?target_session_attrs=read-write";
  expect(read({ DATABASE_URL: url, DATABASE_READ_URL: url }).environment.DATABASE_URL).toBe(url);
  expect(serverAddresses(url)).toEqual([
    "postgres://me:a%2Cb%40c@one:5433/name?target_session_attrs=read-write",
    "postgres://me:a%2Cb%40c@two/name?target_session_attrs=read-write",
    "postgres://me:a%2Cb%40c@[::1]:5434/name?target_session_attrs=read-write",
  ]);
  expect(serverAddresses("postgres:///name?host=/run")).toEqual(["postgres:///name?host=/run"]);
});

describe("Redis is one server, the sentinels of a group, or a cluster", () => {
  test.each([
    ["redis://me:p%40ss@one:6380/2", { kind: "server", url: "redis://me:p%40ss@one:6380/2" }],
    [
      "redis+sentinel://me:p%40ss@one,two:26380/mymaster/2?sentinel_password=s%20s",
      {
        kind: "sentinel",
        sentinels: [
          { host: "one", port: 26_379 },
          { host: "two", port: 26_380 },
        ],
        group: "mymaster",
        database: 2,
        username: "me",
        password: "p@ss",
        sentinelPassword: "s s",
        isEncrypted: false,
      },
    ],
    [
      "rediss+cluster://:secret@[::1]:7000,two",
      {
        kind: "cluster",
        nodes: [
          { host: "::1", port: 7000 },
          { host: "two", port: 6379 },
        ],
        password: "secret",
        isEncrypted: true,
      },
    ],
  ])("%s", (REDIS_URL, address) => {
    expect(read({ REDIS_URL }).environment.REDIS_URL).toEqual(address);
  });
});
