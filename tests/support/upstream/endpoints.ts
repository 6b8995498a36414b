import { anthropicBatches } from "./batches/anthropic.ts";
import { geminiBatches } from "./batches/gemini.ts";
import { geminiFiles } from "./batches/gemini-files.ts";
import { groqBatches } from "./batches/groq.ts";
import { mistralBatches } from "./batches/mistral.ts";
import { openaiBatches } from "./batches/openai.ts";
import { chat } from "./chat/endpoint.ts";
import { completions } from "./completions.ts";
import type { Endpoint } from "./endpoint.ts";
import { gemini } from "./gemini/endpoint.ts";
import { cohere } from "./media/cohere.ts";
import { embeddings } from "./media/embeddings.ts";
import { geminiEmbeddings } from "./media/gemini-embeddings.ts";
import { geminiVideos } from "./media/gemini-videos.ts";
import { images } from "./media/images.ts";
import { rerank } from "./media/rerank.ts";
import { speech } from "./media/speech.ts";
import { transcriptions } from "./media/transcriptions.ts";
import { videos } from "./media/videos.ts";
import { xaiVideos } from "./media/xai-videos.ts";
import { messages } from "./messages/endpoint.ts";
import { modelLists } from "./models.ts";
import { moderations } from "./openai/moderations.ts";
import { perplexityAgent } from "./perplexity/endpoint.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { compact } from "./responses/compact.ts";
import { responses } from "./responses/endpoint.ts";
import { searches } from "./search/endpoints.ts";

const endpoints: Endpoint[] = [
  ...anthropicBatches(messages),
  ...geminiFiles,
  ...geminiBatches(gemini),
  ...responses,
  compact,
  chat,
  perplexityAgent,
  ...completions,
  ...messages,
  ...gemini,
  ...modelLists,
  moderations,
  embeddings,
  ...geminiEmbeddings,
  ...cohere,
  rerank,
  images,
  speech,
  transcriptions,
  ...geminiVideos,
  ...xaiVideos,
  ...videos,
  ...searches,
  ...groqBatches([chat]),
  ...openaiBatches([...responses, chat, embeddings]),
  ...mistralBatches([chat, embeddings]),
];

/** Returns the endpoint of a request, by its method and the end of its path. */
export function endpointFor(request: RecordedRequest): Endpoint | undefined {
  return endpoints.find(({ method, path }) => method === request.method && path.test(request.path));
}
