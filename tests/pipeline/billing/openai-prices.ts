import type { DialectName } from "../calling.ts";
import { each, type PriceCase, sum, tokens } from "./price-case.ts";
import { completion, response } from "./provider-responses.ts";

const search = (type: string) => ({ type: "web_search_call", status: "completed", action: { type, query: "a" } });
const fileSearch = { type: "file_search_call", status: "completed", queries: ["a", "b"], results: null };
const codeRun = { type: "code_interpreter_call", status: "completed", code: "1", container_id: "cntr_1", outputs: [] };

// https://developers.openai.com/api/docs/pricing: gpt-5-mini 0.25, cached 0.025, output 2; flex half; priority 0.45, 0.045,
// 3.6; a search 0.01, of files 0.0025; gpt-4.1 2 and 8, a preview search 0.025; gpt-5.4 beyond 272,000 tokens twice 2.5
// and one and a half times 15; gpt-4o-audio-preview 2.5 and 10, audio 40 and 80; search models 0.025 an answer.
const TEXT_USAGE = {
  input_tokens: 10_000,
  input_tokens_details: { cached_tokens: 4000 },
  output_tokens: 1000,
  output_tokens_details: { reasoning_tokens: 600 },
  total_tokens: 11_000,
};
const TEXT_COST = sum(tokens(6000, 0.25), tokens(4000, 0.025), tokens(1000, 2));
// A request in the chat dialect uses OpenAI's chat completions.
const BY_RESPONSES: DialectName[] = ["responses", "messages"];
const mini = { provider: "openai", model: "openai/gpt-5-mini", only: BY_RESPONSES };
export const OPENAI: PriceCase[] = [
  {
    what: "input, cached input, output with reasoning",
    ...mini,
    only: ["chat"],
    nanoUsd: TEXT_COST,
    reply: completion({
      prompt_tokens: 10_000,
      prompt_tokens_details: { cached_tokens: 4000 },
      total_tokens: 11_000,
      completion_tokens: 1000,
      completion_tokens_details: { reasoning_tokens: 600 },
    }),
  },
  { what: "input, cached input, output with reasoning", ...mini, reply: response(TEXT_USAGE), nanoUsd: TEXT_COST },
  {
    what: "the flex tier",
    ...mini,
    reply: response(TEXT_USAGE, [], { service_tier: "flex" }),
    nanoUsd: sum(tokens(6000, 0.125), tokens(4000, 0.0125), tokens(1000, 1)),
  },
  {
    what: "the priority tier",
    ...mini,
    reply: response(TEXT_USAGE, [], { service_tier: "priority" }),
    nanoUsd: sum(tokens(6000, 0.45), tokens(4000, 0.045), tokens(1000, 3.6)),
  },
  {
    what: "long context",
    provider: "openai",
    model: "openai/gpt-5.4",
    only: BY_RESPONSES,
    reply: response({ input_tokens: 300_000, output_tokens: 1000, total_tokens: 301_000 }),
    nanoUsd: sum(tokens(300_000, 5), tokens(1000, 22.5)),
  },
  {
    what: "web searches, but no page that is opened and no search that fails",
    ...mini,
    reply: response(TEXT_USAGE, [
      ...[search("search"), search("open_page"), search("find_in_page"), search("search")],
      { ...search("search"), status: "failed" },
    ]),
    nanoUsd: TEXT_COST + each(2, 0.01),
  },
  {
    what: "preview searches at a model that does not reason",
    provider: "openai",
    model: "openai/gpt-4.1",
    only: ["responses"],
    request: { tools: [{ type: "web_search_preview" }] },
    reply: response({ input_tokens: 100, output_tokens: 10, total_tokens: 110 }, [search("search")]),
    nanoUsd: sum(tokens(100, 2), tokens(10, 8), each(1, 0.025)),
  },
  {
    what: "file searches",
    ...mini,
    reply: response(TEXT_USAGE, [fileSearch, fileSearch, fileSearch]),
    nanoUsd: TEXT_COST + each(3, 0.0025),
  },
  {
    what: "two runs of code in one container, which has no price",
    ...mini,
    unpriced: ["containers"],
    reply: response(TEXT_USAGE, [codeRun, codeRun]),
    nanoUsd: TEXT_COST,
  },
  {
    what: "an image that is drawn on the way, which has no price at this model",
    ...mini,
    unpriced: ["images"],
    reply: response(TEXT_USAGE, [{ type: "image_generation_call", status: "completed", result: "iVBORw0KGgo=" }]),
    nanoUsd: TEXT_COST,
  },
  {
    what: "audio in and out",
    provider: "openai",
    model: "openai/gpt-4o-audio-preview",
    only: ["chat"],
    reply: completion({
      prompt_tokens: 300,
      prompt_tokens_details: { audio_tokens: 200 },
      total_tokens: 400,
      completion_tokens: 100,
      completion_tokens_details: { audio_tokens: 70 },
    }),
    nanoUsd: sum(tokens(100, 2.5), tokens(200, 40), tokens(30, 10), tokens(70, 80)),
  },
  {
    what: "the search before every answer",
    provider: "openai",
    model: "openai/gpt-4o-search-preview",
    only: ["chat"],
    reply: completion({ prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }),
    nanoUsd: sum(tokens(100, 2.5), tokens(10, 10), each(1, 0.025)),
  },
];
