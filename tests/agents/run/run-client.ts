import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import type { Upstream } from "#tests/support/upstream/upstream.ts";
import type { Client, Variant } from "../client.ts";
import { createPlay, isOfTask, type PlannedStep, type Play } from "../play.ts";
import { stepsFor, taskFor } from "../steps.ts";
import { formatOf, readTranscript } from "../transcript/read-transcript.ts";
import type { Format, Json } from "../transcript/transcript.ts";
import { checkLedger } from "./check-ledger.ts";
import { compareRequests, formatOfTapped } from "./compare-requests.ts";
import { installPackages, versionOf } from "./install.ts";
import { isolatedEnv, runProgram } from "./run-program.ts";
import { startTap, type Tap, type TappedRequest } from "./tap.ts";
import { createWorkFolder } from "./work-folder.ts";

/** The outcome of one agent with one model. */
export type ClientLine = {
  title: string;
  version: string;
  dialect: string;
  model: string;
  /** The format in which the upstream was called. */
  upstream: Format | undefined;
  isNative: boolean;
  /** Requests of the conversation, and all others for text. */
  turns: number;
  others: number;
  steps: number;
  problems: string[];
  remarks: string[];
  output: string;
};

const everything = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/package.json");
const MCP_SERVER = [process.execPath, join(dirname(everything), "dist/index.js"), "stdio"] as const;

/** Lets a client play the task with one model, and checks every side of it. */
export async function runClient(client: Client, variant: Variant, gateway: TestGateway, upstream: Upstream) {
  const marker = `task${randomBytes(3).toString("hex")}`;
  const packages = await installPackages(client.packages);
  const folder = createWorkFolder(marker);
  const steps = stepsFor(client.tools(variant.model), folder, marker);
  const { isUnsigned, isPartlySigned, losesTexts, losesReasoning } = variant;
  const play = createPlay(steps, marker, {
    isUnsigned: isUnsigned !== undefined,
    isPartlySigned: isPartlySigned !== undefined,
    losesTexts: losesTexts !== undefined,
    losesReasoning: losesReasoning !== undefined,
    renamesCalls: client.renamesCalls === true,
  });
  upstream.reset();
  upstream.script(play.rule);
  const tap = await startTap(gateway.url);
  const { key, hash } = await gateway.newKey();
  const { home, project } = folder;
  const launch = {
    packages,
    home,
    project,
    key,
    url: tap.url,
    model: variant.model,
    task: taskFor(marker),
    mcpServer: MCP_SERVER,
  };
  const { env, ...program } = client.prepare(launch, variant);
  const ended = await runProgram({ ...program, env: { ...isolatedEnv(home, tap.url), ...env }, cwd: project });
  await tap.close();
  const received = upstream.requests.filter((request) => formatOf(request) && request.reportedUsage);
  const ledger = await checkLedger(gateway, hash, received, client);
  const format = play.requests[0]?.format;
  const line: ClientLine = {
    title: client.title,
    version: versionOf(client.packages[0] ?? ""),
    dialect: variant.usesWebSocket ? `${client.dialect}, WebSocket` : client.dialect,
    model: variant.model,
    upstream: format,
    // Google's form is never passed through: it is read as a chat request.
    isNative: format === client.dialect && format !== "gemini" && !variant.isConverted,
    turns: play.requests.length,
    others: received.length - play.requests.length,
    steps: steps.length,
    problems: [
      ...(ended.code === 0 ? [] : [`it ended with ${ended.code}`]),
      ...(ended.output.includes(steps.at(-1)?.text ?? "") ? [] : ["it did not print the final text"]),
      ...playProblems(play, steps, marker, tap.requests, key, variant.isConverted),
      ...folder.problems(),
      ...ledger.problems.filter((problem) => !(client.hasNoSession && problem.includes("session"))),
      ...(variant.usesWebSocket && tap.upgrades === 0 ? ["it used no WebSocket"] : []),
    ],
    remarks: [...remarksOf(client, variant, tap), ledger.sessions === 0 ? "no session" : `${ledger.sessions} session`],
    output: ended.output,
  };
  folder.remove();
  return { line, play, tap };
}

function playProblems(
  { requests }: Play,
  steps: readonly PlannedStep[],
  marker: string,
  sent: readonly TappedRequest[],
  key: string,
  isConverted = false,
): string[] {
  const played = new Set(requests.map(({ step }) => step));
  const problems = played.size === steps.length ? [] : [`${played.size} of ${steps.length} turns`];
  for (const request of requests) {
    const own = sent.find((one) => isSame(one, request, steps, marker));
    const found = [...request.problems, ...compareRequests(request, own, key, isConverted)];
    problems.push(...found.map((problem) => `turn ${request.step + 1}: ${problem}`));
  }
  return problems;
}

/** The request to the gateway that led to one at the upstream has the same number of results. */
function isSame(
  sent: TappedRequest,
  { transcript }: Play["requests"][number],
  steps: readonly PlannedStep[],
  marker: string,
): boolean {
  const format = formatOfTapped(sent);
  if (!format) return false;
  const own = readTranscript(format, sent.body as Json);
  const count = ({ turns }: typeof own) =>
    turns.flatMap(({ parts }) => parts.filter(({ type }) => type === "result")).length;
  return count(own) === count(transcript) && isOfTask(own, steps, marker);
}

function remarksOf({ rejected }: Client, variant: Variant, tap: Tap): string[] {
  const failed = rejected ? [] : tap.requests.filter(({ status = 0 }) => status >= 400);
  const paths = new Set(failed.map(({ method, path, status }) => `${method} ${path.replace(/\?.*/, "")} ${status}`));
  const hosts = new Set(
    [...tap.otherHosts].map((host) => (host.startsWith("registry.") ? "a package registry" : host)),
  );
  return [
    ...(variant.label ? [variant.label] : []),
    ...[
      variant.isUnsigned,
      variant.isPartlySigned,
      variant.losesTexts,
      variant.losesReasoning,
      rejected?.remark,
    ].filter((remark) => remark !== undefined),
    ...(paths.size > 0 ? [`gets ${[...paths].join(", ")}`] : []),
    ...(hosts.size > 0 ? [`wants to reach ${[...hosts].sort().join(", ")}`] : []),
  ];
}
