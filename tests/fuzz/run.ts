import { becomeOwner, PASSWORD, type Person } from "#tests/support/people.ts";
import { residentBytes } from "#tests/support/resident-bytes.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { everyEndpoint } from "./endpoints.ts";
import { createRandom } from "./random.ts";
import { makeRecords, namesOf, type Records } from "./records.ts";
import { type FuzzRequest, type Keys, requestOf } from "./request.ts";
import { faultOf, send } from "./send.ts";

export type FuzzOptions = {
  seed: number;
  /** The index of the first request. */
  from: number;
  requests: number;
  /** Called after each round. */
  report?: (sent: number) => void;
};

export type Finding = { index: number; request: FuzzRequest; fault: string };

export type FuzzResult = {
  findings: Finding[];
  /** Responses by endpoint and status, to see what was reached. */
  statuses: Map<string, number>;
  /** Growth of the process's memory after the first round. */
  grownBytes: number;
};

/** Requests between two sets of records: deletions would soon leave nothing but 404s. */
export const ROUND = 500;
const AT_ONCE = 6;
const TIMEOUT_MS = 30_000;

/** Sends random requests from a seed to a gateway, and checks rules that every response must follow. */
export async function fuzz(gateway: TestGateway, { seed, from, requests, report }: FuzzOptions): Promise<FuzzResult> {
  const endpoints = await everyEndpoint();
  const owner = gateway.setUpUrl ? await becomeOwner(gateway) : undefined;
  const findings: Finding[] = [];
  const statuses = new Map<string, number>();
  let firstBytes = 0;
  for (let start = from; start < from + requests; start += ROUND) {
    const [records, keys] = await Promise.all([makeRecords(gateway, start), keysOf(gateway, owner)]);
    const end = Math.min(start + ROUND, from + requests);
    let next = start;
    const work = async () => {
      while (next < end) {
        const index = next++;
        const request = requestAt(seed, index, endpoints, keys, records);
        const { fault, status } = await outcomeOf(gateway, request);
        const name = `${request.id} ${status}`;
        statuses.set(name, (statuses.get(name) ?? 0) + 1);
        if (fault) findings.push({ index, request, fault });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (start === from) firstBytes = residentBytesOrZero(gateway.pid);
    report?.(end - from);
  }
  return { findings, statuses, grownBytes: residentBytesOrZero(gateway.pid) - firstBytes };
}

type Endpoints = Awaited<ReturnType<typeof everyEndpoint>>;

function requestAt(seed: number, index: number, endpoints: Endpoints, keys: Keys, records: Records): FuzzRequest {
  const random = createRandom(seed, index);
  return requestOf(endpoints, index, random, keys, (endpoint) => namesOf(endpoint, records, random));
}

async function outcomeOf(
  { url }: TestGateway,
  request: FuzzRequest,
): Promise<{ status: number; fault?: string | undefined }> {
  try {
    const response = await send(url, request, TIMEOUT_MS);
    return { status: response.status, fault: faultOf(request, response) };
  } catch (error) {
    return { status: 0, fault: String(error) };
  }
}

/** The owner signs in again: the last round may have signed them out, or changed their password. */
async function keysOf(gateway: TestGateway, owner: Person | undefined): Promise<Keys> {
  const { key } = await gateway.newKey({ name: "Ordinary" });
  await owner?.post("/api/session/sign-in/email", { email: owner.email, password: PASSWORD });
  return { management: gateway.managementKey, ordinary: key, cookie: owner?.cookies() ?? "a=b" };
}

/** As the operating system reports it; zero if it does not. */
function residentBytesOrZero(pid: number): number {
  try {
    return residentBytes(pid);
  } catch {
    return 0;
  }
}
