import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { Form, UploadedFile } from "#tests/support/upstream/multipart.ts";
import { transcribe, transcribeForm } from "./transcribing.ts";

const MEBIBYTE = 1024 * 1024;

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

const fileSent = () => ((upstream.requests[0]?.body ?? {}) as Form).file as UploadedFile;

test("47 MiB of base64 audio arrive complete", async () => {
  const sound = randomBytes(47 * MEBIBYTE);
  const { status } = await transcribe(gateway, sound);
  expect(status).toBe(200);
  expect(fileSent().bytes.equals(sound)).toBe(true);
});

test("a 50 MiB file in a form arrives complete", async () => {
  const sound = randomBytes(50 * MEBIBYTE);
  const { status } = await transcribeForm(gateway, sound);
  expect(status).toBe(200);
  expect(fileSent().bytes.equals(sound)).toBe(true);
});

test("larger audio is a 413, and nothing is sent", async () => {
  const sound = Buffer.alloc(50 * MEBIBYTE + 1);
  expect((await transcribeForm(gateway, sound)).status).toBe(413);
  expect((await transcribe(gateway, sound)).status).toBe(413);
  expect(upstream.requests).toHaveLength(0);
});
