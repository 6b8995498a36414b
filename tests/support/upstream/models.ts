import type { Endpoint } from "./endpoint.ts";
import { google } from "./gemini/conventions.ts";
import { anthropic } from "./messages/conventions.ts";
import { openai } from "./openai/conventions.ts";

const NAMES = ["gpt-upstream", "gpt-upstream-mini", "deepseek-upstream"];

/** The models of the upstream, in each provider's list format. Any other model name works too. */
export const modelLists: Endpoint[] = [
  {
    method: "GET",
    path: /\/api\/tags$/,
    conventions: { ...openai, refuse: () => undefined, headers: () => ({}) },
    answer: () => ({ json: { models: NAMES.map(ollamaModel) } }),
  },
  {
    method: "GET",
    path: /\/v1beta\/models$/,
    conventions: google,
    answer: () => ({ json: { models: NAMES.map((id) => ({ name: `models/${id}`, displayName: id })) } }),
  },
  {
    method: "GET",
    path: /\/anthropic\/v1\/models$/,
    conventions: anthropic,
    answer: () => ({
      json: { data: NAMES.map((id) => ({ id, type: "model", display_name: id })), has_more: false },
    }),
  },
  {
    method: "GET",
    path: /\/models$/,
    conventions: openai,
    answer: ({ nowSeconds }) => ({
      json: {
        object: "list",
        data: NAMES.map((id) => ({ id, object: "model", created: nowSeconds, owned_by: "upstream" })),
      },
    }),
  },
];

function ollamaModel(name: string): object {
  return {
    name: `${name}:latest`,
    model: `${name}:latest`,
    modified_at: "2026-01-02T03:04:05.678901234Z",
    size: 4_661_224_676,
    digest: "365c0bd3c000a25d28ddbf732fe1c6add414de7275464c4e4d1c3b5fcb5d8ad1",
    details: {
      parent_model: "",
      format: "gguf",
      family: "llama",
      families: ["llama"],
      parameter_size: "8.0B",
      quantization_level: "Q4_0",
    },
  };
}
