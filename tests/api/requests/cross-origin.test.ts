import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const PAGE = "https://app.example";
const NOTES = "app://obsidian.md";
const CHAT = "/v1/chat/completions";
/** The headers of `openai` in a browser. */
const ASKED = "authorization,content-type,x-stainless-lang,x-stainless-os";

const gateway = sharedGateway({ env: { CORS_ORIGINS: `${PAGE}, ${NOTES}` } });

function preflight(url: string, origin: string, method = "POST") {
  return fetch(url, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": method, "access-control-request-headers": ASKED },
  });
}

function namesOf({ headers }: Response): string[] {
  return [...headers.keys()].filter((name) => name.startsWith("access-control-"));
}

describe.each([PAGE, NOTES])("a page of the listed origin %s", (origin) => {
  test.each([
    ["POST", CHAT],
    ["GET", "/api/v1/models"],
    ["DELETE", "/api/v1/files/file-1"],
    ["POST", "/v1beta/models/local/echo:generateContent"],
  ])("may send %s %s with a key and the headers of its SDK", async (method, path) => {
    const response = await preflight(`${gateway.url}${path}`, origin, method);
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe(origin);
    expect(response.headers.get("access-control-allow-methods")).toContain(method);
    expect(response.headers.get("access-control-allow-headers")).toBe(ASKED);
    expect(response.headers.get("vary")).toBe("Origin");
  });

  test.each([
    ["a response", true, 200],
    ["an error", false, 401],
  ])("may read %s and its headers, and sends no cookies", async (_, hasKey, status) => {
    const { key } = await gateway.newKey();
    const response = await fetch(`${gateway.url}${CHAT}`, {
      method: "POST",
      headers: {
        origin,
        "content-type": "application/json",
        authorization: `Bearer ${hasKey ? key : "sk-sb-of-nobody"}`,
      },
      body: JSON.stringify({ model: "local/echo", messages: [{ role: "user", content: "Hi" }], stream: hasKey }),
    });
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(hasKey ? "[DONE]" : "error");
    expect(response.headers.get("access-control-allow-origin")).toBe(origin);
    expect(response.headers.get("access-control-expose-headers")).toBe("*");
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
  });
});

test.each([
  ["another origin", CHAT, "https://app.example.attacker.example"],
  ["another port", CHAT, `${PAGE}:8443`],
  ["another scheme", CHAT, "http://app.example"],
  ["a page without an origin", CHAT, "null"],
  ["a listed origin, but the console's session", "/api/session/get-session", PAGE],
  ["a listed origin, but provisioning", "/api/scim/v2/Users", PAGE],
])("%s gets nothing", async (_, path, origin) => {
  expect(namesOf(await preflight(`${gateway.url}${path}`, origin))).toEqual([]);
  expect(namesOf(await fetch(`${gateway.url}${path}`, { headers: { origin } }))).toEqual([]);
});

describe("without CORS_ORIGINS", () => {
  const closed = sharedGateway();

  test("no page may call the API", async () => {
    const response = await preflight(`${closed.url}${CHAT}`, PAGE);
    expect(response.status).toBe(405);
    expect(namesOf(response)).toEqual([]);
  });
});

describe("with CORS_ORIGINS=*", () => {
  const open = sharedGateway({ env: { CORS_ORIGINS: "*" } });

  test("any page may call the API with a key", async () => {
    const response = await preflight(`${open.url}${CHAT}`, "null");
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
  });
});
