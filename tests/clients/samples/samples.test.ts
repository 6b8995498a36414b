import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { samplesOf } from "#lib/docs/operation-samples.ts";
import { type Operation, operationById, operations } from "#lib/docs/reference.ts";
import { KEY_VARIABLE } from "#lib/request-samples.ts";
import { mp3Facts } from "#tests/pipeline/media/audio/speaking.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { pngOf } from "#tests/support/upstream/media/png.ts";
import { toneOf, wavOf } from "#tests/support/wav.ts";
import { type Recorded, type RecordingProxy, startRecordingProxy } from "./recording-proxy.ts";
import { createRecords, fillIn } from "./records.ts";
import { type Language, runPrograms } from "./run-programs.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway(() => ({ upstream, providers: ["openai", "groq"] }));

/** Python's samples need the package that they import. */
const hasPython = spawnSync("python3", ["-c", "import requests"]).status === 0;
const LANGUAGES: readonly Language[] = ["curl", "node", ...(hasPython ? (["python"] as const) : [])];
const EXTENSIONS = { curl: "sh", node: "mjs", python: "py" };

/** Operations that may be rejected here, with the status of that, and why. */
const REJECTED: Record<string, { status: number; because: string }> = {
  ...rejectedWith(404, "nothing here creates such a record", [
    "resendWebhookDelivery",
    "getGenerationContent",
    "getAlert",
    "acknowledgeAlert",
    "snoozeAlert",
    "orderCredentials",
    "rollbackPrices",
    "assignMembers",
    "unassignMembers",
    "putMemberCap",
    "deleteMemberCap",
    "createCapOverride",
    "deleteCapOverride",
    "getSharedBudget",
    "updateSharedBudget",
    "deleteSharedBudget",
    "addWorkspaceMembers",
    "removeWorkspaceMembers",
    "updateMember",
    "createResetLink",
    "removeMember",
    "revokeMcpOauth",
  ]),
  ...rejectedWith(404, "no provider of such a model is set up here", ["createCompletion"]),
  ...rejectedWith(409, "another language has created or applied the same", [
    "createWorkspace",
    "createSharedBudget",
    "createLogView",
    "createMcpServer",
    "createCustomProvider",
    "createModelAlias",
    "createRateLimit",
    "createGroupMapping",
    "getConfig",
    "planConfig",
    "applyConfig",
  ]),
  ...rejectedWith(502, "the server is not reachable here", ["planPrices", "applyPrices", "startMcpOauth"]),
  ...rejectedWith(409, "the video is not ready", ["getVideoContent"]),
  ...rejectedWith(409, "the batch has ended", ["cancelBatch", "cancelMessageBatch"]),
  ...rejectedWith(404, "the sample of deleteFile has deleted the same file", ["deleteContentFile"]),
  ...rejectedWith(400, "the sample of completeUpload has completed the same upload", ["cancelUpload"]),
  ...rejectedWith(400, "only generated files can be downloaded", ["getFileContent"]),
  ...rejectedWith(400, "the server has no tools, and nobody has started to authorize it", [
    "reviewMcpServer",
    "finishMcpOauth",
  ]),
  ...rejectedWith(410, "the endpoint is retired", ["chargeCredits"]),
};

function rejectedWith(status: number, because: string, ids: readonly string[]) {
  return Object.fromEntries(ids.map((id) => [id, { status, because }]));
}

const REQUESTS = operations.filter(({ isSocket }) => !isSocket);

/** Records are deleted after everything else was done with them. */
const IN_ORDER = REQUESTS.toSorted((one, other) => Number(one.method === "DELETE") - Number(other.method === "DELETE"));

let folder: string;
let proxy: RecordingProxy;
const failed: Record<string, string[]> = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "samples-"));
  proxy = await startRecordingProxy(gateway.url);
  writeFileSync(join(folder, "talk.wav"), wavOf(toneOf(1.5)));
  writeFileSync(join(folder, "lighthouse.png"), pngOf(2, 2, [1, 2, 3]));
  writeFileSync(join(folder, "report.pdf"), "%PDF-1.4\n%%EOF\n");
  writeFileSync(
    join(folder, "usage.csv"),
    "start_time_iso,amount_value,amount_currency,line_item\n2026-11-01T00:00:00,1.5,usd,gpt-4o-mini\n",
  );
  // One language after the other: each creates, reads, changes and deletes the same records.
  for (const language of LANGUAGES) {
    const records = await createRecords(gateway, `for-${language}`);
    const files = IN_ORDER.map((operation) => {
      const samples = samplesOf(operation, `${proxy.url}/${operation.id}-${language}/api/v1`);
      const file = join(folder, `${operation.id}.${EXTENSIONS[language]}`);
      writeFileSync(file, fillIn(samples.find(({ id }) => id === language)?.code ?? "", records));
      return file;
    });
    failed[language] = await runPrograms(language, files, { folder, env: { [KEY_VARIABLE]: gateway.managementKey } });
  }
});
afterAll(async () => {
  await proxy?.close();
  rmSync(folder, { recursive: true });
});

const requestOf = (id: string, language: Language): Recorded | undefined =>
  proxy.requests.find(({ sample }) => sample === `${id}-${language}`);

describe.each(LANGUAGES)("in %s, the sample as printed", (language) => {
  test.each(REQUESTS)("of $id is accepted", ({ id }) => {
    const request = requestOf(id, language);
    if (request?.status === REJECTED[id]?.status) return;
    expect(
      request?.status,
      failed[language]?.find((line) => line.includes(`/${id}.`)),
    ).toBeOneOf([200, 201, 202]);
    expect(failed[language]?.filter((line) => line.includes(`/${id}.`))).toEqual([]);
  });
});

test.each(REQUESTS)("every language sends the same request to $id", ({ id }) => {
  const [first, ...others] = LANGUAGES.map((language) => withoutRecords(requestOf(id, language)));
  expect(first).toBeDefined();
  for (const other of others) expect(other).toEqual(first);
});

test("a program fails if its request is rejected", () => {
  for (const language of LANGUAGES.filter((one) => one !== "curl"))
    expect(failed[language]?.some((line) => line.includes("/chargeCredits."))).toBe(true);
});

test.each([
  ["curl", ["bash", "-c"], /^HTTP\/1\.1 101 /],
  ["node", [process.execPath, "--input-type=module", "-e"], /^response\.completed$/m],
])("the sample of a WebSocket in %s opens it", async (language, [command = "", ...parameters], expected) => {
  const socket = operationById("connectResponses") as Operation;
  const sample = samplesOf(socket, `${gateway.url}/api/v1`).find(({ id }) => id === language);
  const env = { ...process.env, [KEY_VARIABLE]: gateway.managementKey };
  const child = spawn(command, [...parameters, sample?.code ?? ""], { env, stdio: ["ignore", "pipe", "ignore"] });
  expect(await text(child.stdout)).toMatch(expected);
});

test("sound is saved as a file", () => {
  expect(mp3Facts(readFileSync(join(folder, "speech.mp3"))).frames).toBeGreaterThan(10);
});

/** Each language works with records of its own. */
function withoutRecords(request: Recorded | undefined) {
  if (!request) return undefined;
  const { method, url, hasKey, body } = request;
  const ids = /(?<=[/=])(?:[\w]+_[\w-]+|[0-9a-f-]{36}|[0-9a-f]{64}|[\w]+-[\w-]{12,})(?=$|[/?])/g;
  return {
    method,
    url: decodeURIComponent(url)
      .replace(ids, "<id>")
      .replace(/(?<=upload_id=)[^&]+/, "<id>"),
    hasKey,
    body: JSON.parse(
      JSON.stringify(body ?? null).replace(/(?:file|part)-sb-[0-9a-f]{32}(?:-[0-9a-f]+)?|[0-9a-f]{64}/g, "<id>"),
    ),
  };
}
