export type RequestSample = { id: string; label: string; code: string };

/** The input of a sample: the API's base address, a model, its output, and the key as the code should show it. */
export type SampleRequest = { baseUrl: string; model: string; key: string; output?: string };

/** The name of the environment variable that samples and .env lines use. */
export const KEY_VARIABLE = "SWITCHBOARD_KEY";

/** The key in a sample that must not show a real one. */
export const KEY_PLACEHOLDER = `$${KEY_VARIABLE}`;

/** The smallest request for each kind of model: its path, and the body in addition to `model`. */
const OPERATIONS: Record<string, { path: string; body: Record<string, unknown> }> = {
  text: { path: "/responses", body: { input: "Hello" } },
  embeddings: { path: "/embeddings", body: { input: "Hello" } },
  rerank: { path: "/rerank", body: { query: "capital of France", documents: ["Paris", "Lyon"] } },
  moderation: { path: "/moderations", body: { input: "Hello" } },
  image: { path: "/images", body: { prompt: "A lighthouse at dusk" } },
  video: { path: "/videos", body: { prompt: "A lighthouse at dusk", duration: 4 } },
  speech: { path: "/audio/speech", body: { input: "Hello", voice: "alloy", response_format: "mp3" } },
  transcription: {
    path: "/audio/transcriptions",
    body: { input_audio: { data: "<base64>", format: "wav" } },
  },
};

/** Returns one request in curl, suitable for the model's output. */
export function curlSample({ baseUrl, model, key, output = "text" }: SampleRequest): string {
  const { path, body } = OPERATIONS[output] ?? (OPERATIONS.text as (typeof OPERATIONS)[string]);
  const save = output === "speech" ? " \\\n  --output speech.mp3" : "";
  return `curl ${baseUrl}${path} \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify({ model, ...body })}'${save}`;
}

/** Returns the same request in several languages; only curl for requests that the common clients cannot send. */
export function requestSamples(request: SampleRequest): RequestSample[] {
  const curl = { id: "curl", label: "curl", code: curlSample(request) };
  if (request.output && request.output !== "text") return [curl];
  return [
    curl,
    { id: "node", label: "Node", code: nodeSample(request) },
    { id: "python", label: "Python", code: pythonSample(request) },
  ];
}

function nodeSample({ baseUrl, model, key }: SampleRequest): string {
  const apiKey = key === KEY_PLACEHOLDER ? `process.env.${KEY_VARIABLE}` : JSON.stringify(key);
  return `import OpenAI from "openai";

const client = new OpenAI({
  baseURL: ${JSON.stringify(baseUrl)},
  apiKey: ${apiKey},
});
const response = await client.responses.create({
  model: ${JSON.stringify(model)},
  input: "Hello",
});
console.log(response.output_text);`;
}

function pythonSample({ baseUrl, model, key }: SampleRequest): string {
  const environment = key === KEY_PLACEHOLDER;
  const apiKey = environment ? `os.environ["${KEY_VARIABLE}"]` : JSON.stringify(key);
  return `${environment ? "import os\n\n" : ""}from openai import OpenAI

client = OpenAI(
    base_url=${JSON.stringify(baseUrl)},
    api_key=${apiKey},
)
response = client.responses.create(
    model=${JSON.stringify(model)},
    input="Hello",
)
print(response.output_text)`;
}

/** How samples read the key from the environment, each with the code that contains the key itself instead. */
const KEY_READERS: readonly [reader: string, filled: (key: string) => string][] = [
  [`\${process.env.${KEY_VARIABLE}}`, (key) => key],
  [`process.env.${KEY_VARIABLE}`, (key) => JSON.stringify(key)],
  [`{os.environ['${KEY_VARIABLE}']}`, (key) => key],
  [`os.environ["${KEY_VARIABLE}"]`, (key) => JSON.stringify(key)],
  [KEY_PLACEHOLDER, (key) => key],
];

/** Returns a sample that contains the key instead of reading it from the environment. */
export function withKey(code: string, key: string): string {
  const filled = KEY_READERS.reduce((text, [reader, fill]) => text.replaceAll(reader, () => fill(key)), code);
  return filled === code ? code : filled.replace(/^import os\n\n/m, "");
}
