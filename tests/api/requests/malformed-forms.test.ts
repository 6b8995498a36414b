import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway();

const PART = 'Content-Disposition: form-data; name="file"; filename="a.txt"';
const FIELD = 'Content-Disposition: form-data; name="purpose"';

const FORMS: [string, string][] = [
  ["nothing", ""],
  ["no boundary", "hello"],
  ["only a boundary", "--x"],
  ["only a closing boundary", "--x--\r\n"],
  ["an unterminated header", `--x\r\n${PART}`],
  ["a header without a name", "--x\r\n: y\r\n\r\nabc\r\n--x--\r\n"],
  ["a header without a colon", "--x\r\nContent-Disposition\r\n\r\nabc\r\n--x--\r\n"],
  ["an invalid header line at the end of the form", "--x\r\n\0\r\n\r\n"],
  ["a malformed header after a file", `--x\r\n${PART}\r\n\r\nabc\r\n--x\r\n(bad)\r\n\r\n--x--\r\n`],
  ["a malformed header after a field, cut off", `--x\r\n${FIELD}\r\n\r\nabc\r\n--x\r\n(bad`],
  ["a file that is cut off", `--x\r\n${PART}\r\n\r\nabc`],
  ["a file that is cut off at its boundary", `--x\r\n${PART}\r\n\r\nabc\r\n--x`],
  ["two malformed parts", "--x\r\n(bad)\r\n\r\n\r\n--x\r\n(worse)\r\n\r\n"],
  ["a malformed part and the end of the form", "--x\r\n(bad)\r\n\r\n--x--\r\n--x\r\n(worse)"],
  ["headers of 100 kB", `--x\r\nX: ${"y".repeat(100_000)}\r\n\r\nabc\r\n--x--\r\n`],
];

describe.each(["/files", "/audio/transcriptions", "/videos"])("%s", (path) => {
  test.each(FORMS)("%s is the caller's error", async (_, form) => {
    for (const body of [form, form.slice(0, -1)]) {
      const response = await gateway.call("POST", path, body, {
        headers: { "content-type": "multipart/form-data; boundary=x" },
      });
      expect([400, 413, 415]).toContain(response.status);
      expect(response.body.error.code).toBe(response.status);
    }
  });
});

test("no error event is left without a listener", async () => {
  expect((await gateway.call("GET", "/models/count")).status).toBe(200);
  expect(gateway.output()).not.toMatch(/uncaught|at emit|Error:/i);
});
