import type { QueryClient } from "@tanstack/react-query";
import type { Command } from "#components/shell/commands/commands.ts";
import { query } from "#lib/api/query.ts";
import { listGenerations } from "#lib/contract/generation-list.ts";
import { getGeneration } from "#lib/contract/generations.ts";
import { listGuardrails } from "#lib/contract/guardrails.ts";
import { listKeys } from "#lib/contract/keys.ts";
import { listModels } from "#lib/contract/models.ts";
import { mayCall, type Role } from "#lib/roles.ts";

const MAX_RESULTS = 5;

type Place = { client: QueryClient; slug: string; role: Role; go: (path: string) => void };

/**
 * Finds, for the command menu, generations and requests by id, keys by name, last characters or hash, guardrails by
 * name, and models by id. Failed parts are left out.
 */
export async function findCommands(place: Place, text: string): Promise<Command[]> {
  const found = await Promise.allSettled([
    ...[findGeneration(place, text), findRequest(place, text)],
    ...[findKeys(place, text), findGuardrails(place, text), findModels(place, text)],
  ]);
  return found.flatMap((part) => (part.status === "fulfilled" ? part.value : []));
}

/** The formats of generation ids: ours, and those in providers' responses. */
const GENERATION_ID = /^(gen-|resp_|msg_|chatcmpl-)[\w-]{8,}$/;
/** A request id is a UUID, unless the caller sent another one. */
const REQUEST_ID = /^[\w-]{16,128}$/;

async function findGeneration({ client, slug, go }: Place, text: string): Promise<Command[]> {
  if (!GENERATION_ID.test(text)) return [];
  const { data } = await client.fetchQuery(query(getGeneration, { query: { id: text } }));
  return [
    {
      id: `generation:${data.id}`,
      label: `Generation of ${data.model}, ${data.status}`,
      group: "Go to",
      run: () => go(`/w/${slug}/logs?peek=${encodeURIComponent(data.id)}`),
    },
  ];
}

async function findRequest({ client, slug, go }: Place, text: string): Promise<Command[]> {
  if (GENERATION_ID.test(text) || !REQUEST_ID.test(text)) return [];
  const { data } = await client.fetchQuery(query(listGenerations, { query: { request_id: text, limit: 1 } }));
  return data.map((row) => ({
    id: `request:${row.id}`,
    label: `Request to ${row.model}, ${row.status}`,
    group: "Go to",
    run: () => go(`/w/${slug}/logs?range=30d&request=${encodeURIComponent(text)}`),
  }));
}

async function findKeys({ client, slug, go }: Place, text: string): Promise<Command[]> {
  const { data } = await client.fetchQuery(query(listKeys, { query: { q: text, limit: MAX_RESULTS } }));
  return data.map((key) => ({
    id: `key:${key.hash}`,
    label: `Key ${key.name} (${key.label})`,
    group: "Go to",
    run: () => go(`/w/${slug}/keys/${key.hash}`),
  }));
}

async function findGuardrails({ client, slug, role, go }: Place, text: string): Promise<Command[]> {
  if (!mayCall(role, listGuardrails)) return [];
  const { data } = await client.fetchQuery(query(listGuardrails, { query: { limit: 100 } }));
  const wanted = text.toLowerCase();
  return data
    .filter((guardrail) => `${guardrail.name}\n${guardrail.id}`.toLowerCase().includes(wanted))
    .slice(0, MAX_RESULTS)
    .map((guardrail) => ({
      id: `guardrail:${guardrail.id}`,
      label: `Guardrail ${guardrail.name}`,
      group: "Go to",
      run: () => go(`/w/${slug}/guardrails/${guardrail.id}`),
    }));
}

async function findModels({ client, slug, go }: Place, text: string): Promise<Command[]> {
  const { data } = await client.fetchQuery(
    query(listModels, { query: { q: text, output_modalities: "all", limit: MAX_RESULTS } }),
  );
  return data.map((model) => ({
    id: `model:${model.id}`,
    label: `Model ${model.id}`,
    group: "Go to",
    run: () => go(`/w/${slug}/models/${model.id}`),
  }));
}
