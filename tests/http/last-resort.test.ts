import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";

let server: ChildProcess;
let output = "";
let url: string;

beforeAll(async () => {
  server = fork("tests/support/servers/throwing-server.ts", {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    execArgv: [],
  });
  server.stdout?.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  const [port] = await once(server, "message");
  url = `http://127.0.0.1:${port}`;
}, 30_000);

afterAll(() => void server?.kill());

test.each(["/timer", "/rejection", "/listener"])("an uncaught error is a 500 in the envelope: %s", async (path) => {
  const response = await fetch(`${url}${path}`, { method: "POST", body: "x" });
  expect(response.status).toBe(500);
  expect(response.headers.get("x-request-id")).toBeTruthy();
  expect(await response.json()).toMatchObject({
    type: "error",
    error: { code: 500, message: "Internal Server Error" },
  });
});

test("a started response is cut off, never completed", async () => {
  const response = await fetch(`${url}/begun`);
  await expect(response.text()).rejects.toThrow();
});

test("the process keeps serving and reports how often it happened", async () => {
  const metrics = await fetch(`${url}/metrics`).then((response) => response.text());
  expect(metrics).toContain('switchboard_uncaught_errors_total{kind="exception"} 3');
  expect(metrics).toContain('switchboard_uncaught_errors_total{kind="rejection"} 1');
  await expect.poll(() => output.match(/"event":"uncaught error"/g)).toHaveLength(4);
});
