import { isRecord } from "#lib/is-record.ts";
import { keepKnownBetas, vertexBetas } from "../anthropic/cloud-betas.ts";
import { parseCredential } from "../cloud/parsed-credential.ts";
import type { Outgoing, OutgoingBody, Transport, TransportAccess } from "../cloud/transport.ts";
import { type Block, block, list, tryParse } from "../exchange/json.ts";
import type { VertexFields } from "./credential.ts";
import { tierHeaders, withoutTier } from "./tier.ts";
import { vertexToken } from "./token.ts";

/** The part of the base URL that a credential's location replaces. */
export const LOCATION = "{location}";

/** Gemini, Imagen and embeddings, at the paths of the Gemini API. */
export const googleTransport: Transport = {
  async prepare({ path, body, headers, ...outgoing }, access) {
    // The list of models, which belongs to no project.
    if (!path.startsWith("/v1beta/")) return send({ ...outgoing, path, body, headers }, access);
    const place = `${placeOf(access)}/publishers/google${path.slice("/v1beta".length)}`;
    const { tier, rest } = withoutTier(asVertexTakes(body, access.model));
    return send(
      { ...outgoing, path: place, body: rest, headers: { ...headers, ...tierHeaders(tier, access) } },
      access,
    );
  },
};

/**
 * Claude in its own wire format:
 * https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude
 */
export const claudeTransport: Transport = {
  prepare(outgoing, access) {
    const { model: _, ...fields } = fieldsOf(outgoing.body);
    const { "anthropic-version": __, "anthropic-beta": named = "", ...others } = outgoing.headers;
    // The SDK package names betas of its own, some of which Vertex AI rejects.
    const betas = keepKnownBetas(
      named.split(",").map((name) => name.trim()),
      vertexBetas,
    );
    const headers = betas.length > 0 ? { ...others, "anthropic-beta": betas.join(",") } : others;
    const method = fields.stream === true ? "streamRawPredict" : "rawPredict";
    const path = `${placeOf(access)}/publishers/anthropic/models/${encodeURIComponent(access.model).replace("%40", "@")}:${method}`;
    const body = { anthropic_version: "vertex-2023-10-16", ...fields };
    return send({ ...outgoing, headers, path, body }, access);
  },
};

/**
 * Mistral's models in their own wire format, with the model in the path and the body:
 * https://docs.mistral.ai/deployment/cloud/vertex
 */
export const mistralTransport: Transport = {
  prepare(outgoing, access) {
    const method = fieldsOf(outgoing.body).stream === true ? "streamRawPredict" : "rawPredict";
    const path = `${placeOf(access)}/publishers/mistralai/models/${encodeURIComponent(access.model)}:${method}`;
    return send({ ...outgoing, path }, access);
  },
};

/** Other makers' models: https://docs.cloud.google.com/vertex-ai/generative-ai/docs/maas/use-open-models */
export const openTransport: Transport = {
  prepare: (outgoing, access) =>
    send({ ...outgoing, path: `${placeOf(access)}/endpoints/openapi${outgoing.path}` }, access),
};

function placeOf({ credential }: TransportAccess): string {
  const { project = "", location = "global" } = parseCredential<VertexFields>(credential);
  return `/v1/projects/${project}/locations/${location}`;
}

async function send({ path, headers, ...outgoing }: Outgoing, access: TransportAccess) {
  const { location = "global" } = parseCredential<VertexFields>(access.credential);
  const token = await vertexToken(access);
  return {
    ...outgoing,
    url: originOf(access.baseUrl, location) + path,
    headers: { ...headers, authorization: `Bearer ${token}` },
  };
}

/** https://docs.cloud.google.com/vertex-ai/generative-ai/docs/learn/locations */
function originOf(baseUrl: string, location: string): string {
  if (location === "global") return baseUrl.replace(`${LOCATION}-`, "");
  const isArea = location === "us" || location === "eu";
  if (isArea)
    return baseUrl.replace(`${LOCATION}-aiplatform.googleapis.com`, `aiplatform.${location}.rep.googleapis.com`);
  return baseUrl.replace(LOCATION, location);
}

function fieldsOf(body: OutgoingBody): Block {
  return typeof body === "string" ? block(tryParse(body)) : block(body);
}

/**
 * Vertex AI matches the calls of older models by name and order, and rejects their ids, which the Gemini API takes. Gemini
 * 3 needs them: without, it may respond with nothing (https://github.com/BerriAI/litellm/pull/34603,
 * https://github.com/anomalyco/opencode/pull/50504).
 */
const TAKES_IDS = /^gemini-(?:[3-9]|\d\d)/;

function asVertexTakes(body: OutgoingBody, model: string): OutgoingBody {
  const hasCalls = typeof body === "string" && /"function(Call|Response)"/.test(body) && !TAKES_IDS.test(model);
  const fields = hasCalls ? tryParse(body) : undefined;
  if (!isRecord(fields)) return body;
  const contents = list(fields.contents).map((content) => ({
    ...block(content),
    parts: list(block(content).parts).map((part) =>
      withoutId(withoutId(block(part), "functionCall"), "functionResponse"),
    ),
  }));
  return JSON.stringify({ ...fields, contents });
}

function withoutId(part: Block, name: string): Block {
  if (!isRecord(part[name])) return part;
  const { id: _, ...call } = block(part[name]);
  return { ...part, [name]: call };
}
