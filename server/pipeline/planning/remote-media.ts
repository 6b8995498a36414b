import { isIP } from "node:net";
import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { HttpError } from "#server/errors.ts";
import { isPublicAddress } from "#server/providers/exchange/address.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import type { Candidate } from "./candidate.ts";
import { addressesOf } from "./public-url.ts";

type RemoteMedia = { url: string; path: string };

/**
 * Returns the candidates that may receive the URLs of images, files, audio and video in a text request. A URL in a
 * private network goes only to PRIVATE_URL_PROVIDERS, since the upstream would fetch it. Throws 400 if no candidate is
 * left. Synchronous for a request without URLs.
 */
export function candidatesForMedia(
  { environment }: Pick<PipelineGateway, "environment">,
  body: Body,
  candidates: readonly Candidate[],
): readonly Candidate[] | Promise<readonly Candidate[]> {
  const media = remoteMedia(body);
  const allowed = candidates.filter(({ provider }) => environment.PRIVATE_URL_PROVIDERS.includes(provider.id));
  return media.length === 0 || allowed.length === candidates.length ? candidates : judge(media, candidates, allowed);
}

async function judge(media: RemoteMedia[], candidates: readonly Candidate[], allowed: readonly Candidate[]) {
  const hosts = [...new Set(media.map(({ url }) => hostOf(url)))];
  const verdicts = await Promise.all(hosts.map(isPublicHost));
  const privateMedia = media.find(({ url }) => !verdicts[hosts.indexOf(hostOf(url))]);
  if (!privateMedia) return candidates;
  if (allowed.length > 0) return allowed;
  throw new HttpError(400, `Invalid request: ${privateMedia.path}: must be a URL that points to a public address`);
}

const ROOTS = ["system", "messages", "input", "prompt"];
const ADDRESS_FIELDS = new Set(["image_url", "video_url", "audio_url", "file_url", "document_url", "file_data"]);

/** Returns the URLs that an upstream would fetch. Tool arguments are not fetched. */
export function remoteMedia(body: Body): RemoteMedia[] {
  const found: RemoteMedia[] = [];
  for (const root of ROOTS) visit(body[root], [root], found);
  return found;
}

function visit(value: unknown, path: (string | number)[], found: RemoteMedia[]): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) step(value[index], index, path, found);
    return;
  }
  const record = value as Body;
  for (const name in record) {
    const inner = record[name];
    if (ADDRESS_FIELDS.has(name) || name === "source") note(name, inner, path, found);
    if (name !== "input" || !String(record.type).endsWith("tool_use")) step(inner, name, path, found);
  }
}

function step(value: unknown, name: string | number, path: (string | number)[], found: RemoteMedia[]): void {
  if (typeof value !== "object" || value === null) return;
  path.push(name);
  visit(value, path, found);
  path.pop();
}

function note(name: string, value: unknown, path: readonly (string | number)[], found: RemoteMedia[]): void {
  const isAddress = name !== "source" || (isRecord(value) && value.type === "url");
  const url = isRecord(value) ? value.url : value;
  if (!isAddress || typeof url !== "string" || !/^\s*https?:/i.test(url)) return;
  found.push({
    url,
    path: [...path, name]
      .map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`))
      .join("")
      .slice(1),
  });
}

/** Returns an empty string for an invalid URL, which the dialect or the upstream rejects. */
function hostOf(url: string): string {
  return URL.parse(url.trim())?.hostname.replace(/^\[|\]$/g, "") ?? "";
}

const KNOWN_MS = 30_000;
const MAX_KNOWN = 1_000;
const LOOKUP_MS = 2_000;
const known = new Map<string, { isPublic: boolean; untilMs: number }>();

/** Accepts a host that does not resolve here, since it cannot be shown to point into a private network. */
async function isPublicHost(host: string): Promise<boolean> {
  if (host === "") return true;
  if (isIP(host)) return isPublicAddress(host);
  const remembered = known.get(host);
  if (remembered && remembered.untilMs > performance.now()) return remembered.isPublic;
  const addresses = await Promise.race([addressesOf(host), nothingWithin(LOOKUP_MS)]);
  const isPublic = addresses.every(isPublicAddress);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(host, { isPublic, untilMs: performance.now() + KNOWN_MS });
  return isPublic;
}

function nothingWithin(timeMs: number): Promise<[]> {
  return new Promise((done) => setTimeout(done, timeMs, []).unref());
}
