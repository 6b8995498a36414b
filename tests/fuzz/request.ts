import type { z } from "zod";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { addressOf } from "./endpoints.ts";
import { type ByName, sampleOf } from "./from-schema.ts";
import { hostileText } from "./hostile.ts";
import { mutate } from "./mutate.ts";
import type { Random } from "./random.ts";

export type FuzzRequest = {
  id: string;
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
};

export type Keys = { management: string; ordinary: string; cookie: string };

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/** Requests that end a record or a session are sent in every fifth lap; otherwise most others would get 401 or 404. */
const ENDS = /^DELETE|sign-out|revoke|remove|change-password|rotate/;
const LAPS_BETWEEN_ENDS = 5;

/** The request of a run at `index`, which selects the endpoint; the random stream determines the rest. */
export function requestOf(
  endpoints: readonly Endpoint[],
  index: number,
  random: Random,
  keys: Keys,
  byNameOf: (endpoint: Endpoint) => ByName,
): FuzzRequest {
  const endpoint = endpointAt(endpoints, index, random);
  // Half of all requests are valid, so that many get past the contract.
  const wildness = random.pick([0, 0, 0.05, 0.3]);
  const byName = byNameOf(endpoint);
  const method = random.chance(0.97) ? endpoint.method : random.pick(METHODS);
  const target = pathOf(endpoint, random, byName) + queryOf(endpoint, random, byName, wildness);
  const headers: Record<string, string> = { ...credentials(endpoint, random, keys), ...oddHeaders(random) };
  const isForm = (endpoint.multipart || endpoint.form) && random.chance(endpoint.body ? 0.4 : 0.9);
  const sent = isForm ? formOf(endpoint, random, byName, wildness) : bodyOf(endpoint, random, byName, wildness);
  if (sent && method !== "GET" && method !== "HEAD") Object.assign(headers, { "content-type": sent.type, ...headers });
  const body = sent && method !== "GET" && method !== "HEAD" ? sent.body : undefined;
  return { id: endpoint.id, method, target, headers, body };
}

/** Endpoints take turns, so that a short run reaches each of them. */
function endpointAt(endpoints: readonly Endpoint[], index: number, random: Random): Endpoint {
  const position = index % endpoints.length;
  const next = endpoints[position] as Endpoint;
  const isEndsTurn = (Math.floor(index / endpoints.length) + position) % LAPS_BETWEEN_ENDS === 0;
  return ENDS.test(`${next.method} ${next.path}`) && !isEndsTurn ? random.pick(endpoints) : next;
}

function pathOf(endpoint: Endpoint, random: Random, byName: ByName): string {
  return addressOf(endpoint).replace(/\{(\w+)\}/g, (_, name: string) => {
    const known = random.chance(0.85) ? byName(name) : undefined;
    return escapeText(typeof known === "string" && known !== "" ? known : hostileText(random).slice(0, 2000), random);
  });
}

/** Usually as a client writes it, sometimes not. */
function escapeText(text: string, random: Random): string {
  if (random.chance(0.05)) return text.replace(/[^\x21-\x7e]/g, "%ff").replace(/[?#]/g, "");
  return encodeURIComponent(text.toWellFormed()) || "-";
}

function queryOf(endpoint: Endpoint, random: Random, byName: ByName, wildness: number): string {
  const isAsked = random.chance(0.7);
  if (!endpoint.query || !isAsked) return random.chance(0.02) ? "?%ff=%00&a&=b&&" : "";
  const value = mutate(sampleOf(endpoint.query, random, byName, wildness), random, timesOf(random, wildness)) ?? {};
  const fields = Object.entries(value as object).filter(([, field]) => field !== undefined && field !== null);
  const texts = fields.map(([name, field]) => [
    name,
    typeof field === "object" ? JSON.stringify(field) : String(field),
  ]);
  return `?${texts.map((pair) => pair.map((text) => encodeURIComponent((text as string).toWellFormed())).join("=")).join("&")}`;
}

/** How often a value is changed. */
function timesOf(random: Random, wildness: number): number {
  return random.chance(2 * wildness) ? 1 + random.below(4) : 0;
}

function credentials(endpoint: Endpoint, random: Random, keys: Keys): Record<string, string> {
  const management = { authorization: `Bearer ${keys.management}` };
  const session = { cookie: keys.cookie, "sec-fetch-site": "same-origin" };
  const usual = endpoint.resource === "session" || endpoint.path.startsWith("/session") ? session : management;
  if (random.chance(0.85)) return usual;
  const wrong = ["Bearer", "Bearer  x", "Basic eA==", "\u00ff", "Bearer sk-sb-x"];
  return random.pick<Record<string, string>>([
    management,
    session,
    { "x-api-key": keys.ordinary },
    { authorization: random.pick(wrong) },
    {},
  ]);
}

const ODD_HEADERS: [string, string[]][] = [
  ["content-type", ["text/plain", "application/json; charset=utf-16", "multipart/form-data", "", "a/b; boundary="]],
  ["content-encoding", ["gzip", "br", "zstd", "deflate", "identity", "gzip, gzip", "x"]],
  ["accept", ["text/event-stream", "application/json", "*/*", "image/png"]],
  ["anthropic-version", ["2023-06-01", "x"]],
  ["x-request-id", ["mine", "two words", "x".repeat(500), "\u00ff"]],
  ["range", ["bytes=0-0", "bytes=-1", "bytes=9-1", "bytes=0-0,1-2", "x"]],
  ["user-agent", ["OpenAI/JS 7.57.0", "Anthropic/JS 1.12.0", "claude-cli/2.0", ""]],
  ["x-workspace", ["default", "fuzz-0", "\u00ff", "x".repeat(300)]],
  ["x-forwarded-for", ["1.2.3.4", "x, y", "::1"]],
  ["expect", ["100-continue"]],
];

function oddHeaders(random: Random): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, values] of ODD_HEADERS) if (random.chance(0.02)) headers[name] = random.pick(values);
  return headers;
}

type Sent = { type: string; body: Buffer };

function bodyOf({ body }: Endpoint, random: Random, byName: ByName, wildness: number): Sent | undefined {
  const isSent = random.chance(body ? 0.98 : 0.05);
  if (!isSent) return undefined;
  const value = body ? sampleOf(body as z.ZodType, random, byName, wildness) : { surprise: true };
  const text = JSON.stringify(mutate(value, random, timesOf(random, wildness))) ?? "";
  return { type: "application/json", body: random.chance(wildness / 5) ? breakText(text, random) : Buffer.from(text) };
}

function breakText(text: string, random: Random): Buffer {
  const kind = random.below(5);
  if (kind === 0) return Buffer.from(text.slice(0, random.below(text.length + 1)));
  if (kind === 1) return Buffer.from(text, "utf16le");
  if (kind === 2) return Buffer.from(text.replaceAll('"', () => (random.chance(0.1) ? "\\ud800" : '"')));
  const bytes = Buffer.from(text);
  for (let count = 1 + random.below(8); count > 0 && bytes.length > 0; count -= 1)
    bytes[random.below(bytes.length)] = random.below(256);
  return kind === 3 ? bytes : Buffer.concat([bytes, bytes]);
}

function formOf({ body, form, filePart = "file" }: Endpoint, random: Random, byName: ByName, wildness: number): Sent {
  const fields = Object.entries((body ? sampleOf(body as z.ZodType, random, byName, wildness) : {}) as object);
  const texts = fields.map(([name, value]) =>
    part(`name="${name}"`, typeof value === "string" ? value : JSON.stringify(value)),
  );
  const filename = random.chance(0.9) ? `; filename="${random.pick(["a.txt", "a.mp3", "../a", "", "é\u0000"])}"` : "";
  const file = part(
    `name="${random.chance(0.9) ? (form ?? filePart) : "other"}"${filename}`,
    random.pick(["A text.", "", "RIFF", "%PDF-", "ID3"]),
  );
  const whole = Buffer.from([...texts, file, "--x--\r\n"].join(""));
  const isBroken = random.chance(0.3);
  return { type: "multipart/form-data; boundary=x", body: isBroken ? breakText(whole.toString(), random) : whole };
}

function part(disposition: string, value: string): string {
  return `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
}
