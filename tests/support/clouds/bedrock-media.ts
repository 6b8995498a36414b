import type { Event } from "#tests/pipeline/calling.ts";
import type { FrontReply } from "./front.ts";

const words = (text: unknown) => String(text).split(/\s+/).length;
const vector = (text: unknown, length: number) => Array.from({ length }, (_, at) => (String(text).length + at) / 1000);

/** Answers InvokeModel of an embeddings model; undefined for other models. Fields are checked as Bedrock checks them. */
export function embedTexts(model: string, body: Record<string, Event>): FrontReply | undefined {
  if (model.startsWith("amazon.titan-embed")) return titan(model, body);
  if (model.startsWith("cohere.embed")) return cohere(model, body);
  return undefined;
}

function titan(model: string, { inputText, dimensions, normalize, embeddingTypes, ...others }: Record<string, Event>) {
  const [extra] = [
    ...Object.keys(others),
    ...(model.includes("-v1") && dimensions !== undefined ? ["dimensions"] : []),
  ];
  if (extra) return malformedReply(`extraneous key [${extra}] is not permitted`);
  if (typeof inputText !== "string") return malformedReply("required key [inputText] not found");
  if (dimensions !== undefined && ![256, 512, 1024].includes(Number(dimensions)))
    return malformedReply("#/dimensions: value not found in enum");
  return {
    status: 200,
    json: { embedding: vector(inputText, Number(dimensions ?? 8)), inputTextTokenCount: words(inputText) },
  };
}

function cohere(model: string, body: Record<string, Event>): FrontReply {
  const { texts, inputs, images, input_type, embedding_types, truncate, output_dimension, max_tokens, ...others } =
    body;
  const [extra] = [
    ...Object.keys(others),
    ...(model.includes("-v3")
      ? Object.keys({ ...(inputs && { inputs }), ...(output_dimension && { output_dimension }) })
      : []),
  ];
  if (extra) return malformedReply(`extraneous key [${extra}] is not permitted`);
  if (!input_type) return malformedReply("required key [input_type] not found");
  const items = (texts ?? inputs ?? images) as unknown[];
  if (items.length > 96) return malformedReply(`#/texts: expected maximum item count: 96, found: ${items.length}`);
  const tokens = items.reduce<number>((sum, item) => sum + words(typeof item === "string" ? item : "image"), 0);
  const float = items.map((item) => vector(JSON.stringify(item), Number(output_dimension ?? 8)));
  return {
    status: 200,
    json: { id: "e-1", response_type: "embeddings_by_type", embeddings: { float }, texts: texts ?? [] },
    headers: { "x-amzn-bedrock-input-token-count": String(tokens) },
  };
}

/** Answers the rerank API of the agents' runtime: documents that share more words with the query come first. */
export function rerankDocuments(region: string, models: readonly string[], body: Event): FrontReply {
  const { rerankingConfiguration, queries, sources } = body as never as {
    rerankingConfiguration: {
      bedrockRerankingConfiguration: { numberOfResults: number; modelConfiguration: { modelArn: string } };
    };
    queries: { textQuery: { text: string } }[];
    sources: { inlineDocumentSource: { textDocument: { text: string } } }[];
  };
  const { numberOfResults, modelConfiguration } = rerankingConfiguration.bedrockRerankingConfiguration;
  const [, id = ""] =
    new RegExp(`^arn:aws:bedrock:${region}::foundation-model/(.+)$`).exec(modelConfiguration.modelArn) ?? [];
  if (!models.includes(id)) return malformedReply(`The provided model ARN is invalid: ${modelConfiguration.modelArn}`);
  const asked = new Set(queries[0]?.textQuery.text.split(" "));
  const results = sources
    .map(({ inlineDocumentSource: { textDocument } }, index) => {
      const found = textDocument.text.split(" ").filter((word) => asked.has(word)).length;
      return { index, relevanceScore: found / 10 };
    })
    .sort((one, other) => other.relevanceScore - one.relevanceScore)
    .slice(0, numberOfResults);
  return { status: 200, json: { results } };
}

function malformedReply(message: string): FrontReply {
  return {
    status: 400,
    json: { message: `Malformed input request: ${message}, please reformat your input and try again.` },
    headers: { "x-amzn-errortype": "ValidationException" },
  };
}
