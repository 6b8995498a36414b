import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Door, type Production, startProduction } from "#tests/support/production.ts";

// Browsers fetch these before anyone has signed in. Needs the build of `npm test`.

const DOORS: Door[] = ["main", "next"];
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

const gateways = new Map<Door, Production>();

beforeAll(async () => {
  for (const door of DOORS) gateways.set(door, await startProduction(door));
}, 180_000);

afterAll(async () => {
  for (const gateway of gateways.values()) await gateway.stop();
});

describe.each(DOORS)("public files through the %s adapter", (door) => {
  const get = (path: string) => fetch(`${gateways.get(door)?.url}${path}`, { redirect: "manual" });

  test.each(FILES)("%s is served as %s without a session", async (path, type, begins) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")?.split(";")[0]).toBe(type);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, begins.length)).toEqual(Buffer.from(begins));
  });

  test("a page links the icons and the manifest", async () => {
    const page = await (await get("/sign-in")).text();
    for (const href of ["/favicon.ico", "/icon.svg", "/apple-touch-icon.png", "/site.webmanifest"])
      expect(page).toContain(`href="${href}"`);
  });
});

test("our own HTTP server tells browsers not to guess the type of a public file", async () => {
  const { headers } = await fetch(`${gateways.get("main")?.url}/icon.svg`);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toContain("default-src 'self'");
});
