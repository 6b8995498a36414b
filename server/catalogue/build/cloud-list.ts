import { isAtMantle } from "#server/providers/bedrock/mantle-models.ts";
import { host, type ProviderRow } from "./provider-row.ts";

export const CLOUD_LIST: ProviderRow[] = [
  host("amazon-bedrock", {
    modelsDev: "amazon-bedrock",
    genaiPrices: "aws",
    // Its one price of Titan's embeddings is that of the first version, and it has none of the regions for governments.
    genaiNames: /^(?!amazon\.titan-embed-text-v2|us-gov\.)/,
    genaiName: (model) => model.replace(/-fable-5(-1)?$/, "$&-v1"),
    portkey: "bedrock",
    portkeyFile: (model) => (isAtMantle(model) ? "bedrock-mantle" : undefined),
    // Some models are called through profiles only; of some, the names are those of Bedrock Mantle.
    skips:
      /^(anthropic|regional)\.|^openai\.gpt-(5\.6|oss-safeguard|oss-\d+b$)|sonic|titan-(?!embed-text)|^amazon\.nova-2|^meta\.llama4|^deepseek\.r1|^mistral\.pixtral/,
    unlisted: [
      "google.gemma-4-31b",
      "google.gemma-4-26b-a4b",
      "google.gemma-4-e2b",
      "xai.grok-4.6",
      ...profilesOf({
        "openai.gpt-5.6-sol": "us global",
        "openai.gpt-5.6-terra": "us in global",
        "openai.gpt-5.6-luna": "us in global",
        "anthropic.claude-haiku-4-5-20251001-v1:0": "jp",
        "anthropic.claude-sonnet-4-5-20250929-v1:0": "us-gov",
        "anthropic.claude-sonnet-5": "us-gov",
        "anthropic.claude-opus-4-8": "us-gov",
        "anthropic.claude-opus-5": "us eu global",
        "anthropic.claude-opus-5-5": "us eu au jp global",
        "anthropic.claude-fable-5-1": "us global",
        "amazon.nova-2-lite-v1:0": "us eu jp global",
        "amazon.nova-pro-v1:0": "us eu apac",
        "amazon.nova-lite-v1:0": "us eu apac",
        "amazon.nova-micro-v1:0": "us eu apac",
        "meta.llama3-1-8b-instruct-v1:0": "us",
        "meta.llama3-1-70b-instruct-v1:0": "us",
        "meta.llama3-3-70b-instruct-v1:0": "us",
        "mistral.pixtral-large-2502-v1:0": "us eu",
        "stability.stable-image-inpaint-v1:0": "us",
        "stability.stable-image-erase-object-v1:0": "us",
        "writer.palmyra-x4-v1:0": "us",
        "writer.palmyra-x5-v1:0": "us",
      }),
    ],
    plainName: bedrockName,
    portkeyName: (model) => (MAKER_WITHOUT_PROFILES.test(model) ? model.replace(/^[a-z-]+\./, "") : model),
  }),
  host("google-vertex", {
    modelsDev: "google-vertex",
    genaiPrices: "google",
    isListStale: true,
    // Portkey has the other models of Claude, with cache writes of an hour.
    genaiNames: /^(gemini-(?!.*(tts|embedding-0|image|customtools))|claude-opus-5-5|claude-fable-5-1)/,
    portkey: "vertex-ai",
    skips: /-latest$/,
    unlisted: [
      "gemini-3-pro-image",
      "gemini-3.1-flash-image",
      "gemini-3.1-flash-lite-image",
      "gemini-3.5-flash-lite",
      "gemini-3.6-flash",
      "gemini-3.7-flash",
      "gemini-3.8-flash",
      "gemini-embedding-2",
      "claude-fable-5",
      "claude-fable-5-1",
      "claude-opus-5",
      "claude-opus-5-5",
      "codestral-2",
      "mistral-medium-3",
      "mistral-small-2503",
    ],
    plainName: (listed) =>
      listed
        .replace(/^codestral-2$/, "codestral-2508")
        .replace(/-maas$|@(?:default|\d{8})$/, "")
        .replace(/^(gemini-.+)-customtools$/, "google/$1-customtools")
        .replace(/^(text-(?:multilingual-)?embedding-\d+)$/, "google/$1"),
    portkeyName: (model) => (model.split("/").at(-1) as string).replace(/@default$/, ""),
  }),
  host("azure", {
    modelsDev: "azure",
    genaiPrices: "azure",
    // For other makers' models, it gives these makers' own prices or those of another host.
    genaiNames: /^(gpt-(?!oss)|o\d|codex|text-embedding|claude)/,
    portkey: "azure-openai",
    unlisted: [
      "gpt-5.5-pro",
      "gpt-5.6-sol",
      "gpt-5.6-terra",
      "gpt-5.6-luna",
      "gpt-6-astra",
      "gpt-6-sol",
      "gpt-6-luna",
      "claude-fable-5-1",
      "claude-opus-4-7",
      "claude-opus-5",
      "claude-opus-5-5",
    ],
    plainName: (listed) =>
      listed
        .replace(/^codex-/, "openai/codex-")
        .replace(/^(tts(?:-hd)?|whisper)$/, (name) => `openai/${AZURE_AUDIO[name]}`)
        .replace(/^cohere-embed-v-4-0$/, "cohere/embed-v4.0")
        .replace(/^cohere-embed-v3-(english|multilingual)$/, "cohere/embed-$1-v3.0")
        .replace(/^(grok-4)-(1|20)-/, "$1.$2-"),
  }),
];

/** Makers whose prices Portkey's file states once for every profile. */
const MAKER_WITHOUT_PROFILES = /^[a-z-]+\.(amazon|meta|mistral|writer)\./;

/** Returns the names of cross-region profiles (https://docs.aws.amazon.com/bedrock/latest/userguide/models-region-compatibility.html). */
function profilesOf(prefixes: Record<string, string>): string[] {
  return Object.entries(prefixes).flatMap(([model, list]) => list.split(" ").map((prefix) => `${prefix}.${model}`));
}

/** Azure names OpenAI's first audio models without their number. */
const AZURE_AUDIO: Record<string, string> = { tts: "tts-1", "tts-hd": "tts-1-hd", whisper: "whisper-1" };

/** `eu.anthropic.claude-haiku-4-5-20251001-v1:0` is `anthropic/claude-haiku-4-5-20251001:eu`. */
function bedrockName(listed: string): string {
  const [, profile, author = "", rest = ""] =
    /^(?:(us-gov|us|eu|apac|jp|au|ca|in|global)\.)?([a-z0-9]+)\.(.+)$/.exec(listed) ?? [];
  const model = rest
    .replace(/-v\d+:\d+$|-v1$|-\d:\d$|:\d+$/, "")
    .replace(/^llama(\d)-(\d)-/, "llama-$1.$2-")
    .replace(/^llama(\d)-/, "llama-$1-");
  const name = BEDROCK_NAMES[rest] ?? BEDROCK_NAMES[model] ?? (author === "amazon" ? `${model}-v1` : model);
  return `${author}/${name}${profile ? `:${profile}` : ""}`;
}

const BEDROCK_NAMES: Record<string, string> = {
  "v3-v1:0": "deepseek-chat-v3.1",
  "v3.2": "deepseek-v3.2",
  r1: "deepseek-r1",
  "titan-embed-text-v2:0": "titan-embed-text-v2",
  "embed-english-v3": "embed-english-v3.0",
  "embed-multilingual-v3": "embed-multilingual-v3.0",
  "embed-v4:0": "embed-v4.0",
  "rerank-v3-5:0": "rerank-v3.5",
  "sd3-5-large-v1:0": "stable-diffusion-3.5-large",
  "llama-4-maverick-17b-instruct": "llama-4-maverick",
  "llama-4-scout-17b-instruct": "llama-4-scout",
  "mistral-large-3-675b-instruct": "mistral-large-2512",
  "ministral-3-3b-instruct": "ministral-3b-2512",
  "ministral-3-8b-instruct": "ministral-8b-2512",
  "ministral-3-14b-instruct": "ministral-14b-2512",
};
