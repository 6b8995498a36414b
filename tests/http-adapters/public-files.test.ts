import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpAdapter, type Production, startProduction } from "#tests/support/production.ts";

// Browsers fetch these before anyone has signed in. Needs the build of `npm test`.

const ADAPTERS: HttpAdapter[] = ["main", "next"];
const FILES: [path: string, type: string, begins: string | Buffer][] = [
  ["/icon.svg", "image/svg+xml", "<svg"],
  ["/favicon.ico", "image/x-icon", Buffer.from([0, 0, 1, 0])],
  ["/icon-192.png", "image/png", Buffer.from("\x89PNG", "latin1")],
  ["/icon-512.png", "image/png", Buffer.from("\x89PNG", "latin1")],
  ["/icon-maskable-512.png", "image/png", Buffer.from("\x89PNG", "latin1")],
  ["/apple-touch-icon.png", "image/png", Buffer.from("\x89PNG", "latin1")],
  ["/site.webmanifest", "application/manifest+json", "{"],
  ["/robots.txt", "text/plain", "#"],
];

const gateways = new Map<HttpAdapter, Production>();

beforeAll(async () => {
  for (const adapter of ADAPTERS) gateways.set(adapter, await startProduction(adapter));
});

afterAll(async () => {
  for (const gateway of gateways.values()) await gateway.stop();
});

describe.each(ADAPTERS)("public files through the %s adapter", (adapter) => {
  const get = (path: string) => fetch(`${gateways.get(adapter)?.url}${path}`, { redirect: "manual" });

  test.each(FILES)("%s is served as %s without a session", async (path, type, begins) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")?.split(";")[0]).toBe(type);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, begins.length)).toEqual(Buffer.from(begins));
  });

  test("pages link to the icons and the manifest", async () => {
    const page = await (await get("/sign-in")).text();
    for (const href of ["/favicon.ico", "/icon.svg", "/apple-touch-icon.png", "/site.webmanifest"])
      expect(page).toContain(`href="${href}"`);
  });
});

test("our HTTP server tells browsers not to guess file types", async () => {
  const { headers } = await fetch(`${gateways.get("main")?.url}/icon.svg`);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toContain("default-src 'self'");
});
