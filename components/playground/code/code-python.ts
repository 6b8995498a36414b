import { KEY_VARIABLE } from "#lib/request-samples.ts";
import type { Json } from "../read-json.ts";
import { pythonLiteral } from "../text/code/python-literal.ts";

// Arguments that the methods of openai 3 and anthropic 1 declare; Python rejects others, so they go into extra_body.
const OPENAI_FIELDS = new Set([
  "model",
  "input",
  "instructions",
  "max_output_tokens",
  "temperature",
  "top_p",
  "tools",
  "tool_choice",
  "text",
  "reasoning",
  "stream",
]);
const ANTHROPIC_FIELDS = new Set([
  "model",
  "max_tokens",
  "system",
  "messages",
  "stop_sequences",
  "thinking",
  "tools",
  "tool_choice",
  "output_config",
  "stream",
]);

/** Returns the request with the `openai` package for Python. */
export function openaiPython(baseUrl: string, body: Json): string {
  const open = openaiPythonClient(baseUrl);
  const call = `client.responses.create(\n${callArguments(body, OPENAI_FIELDS)})`;
  if (!body.stream) return `${open}response = ${call}\nprint(response.output_text)\n`;
  return `${open}stream = ${call}
for event in stream:
    if event.type == "response.output_text.delta":
        print(event.delta, end="", flush=True)
`;
}

/** Returns the setup of the `openai` package for Python. */
export function openaiPythonClient(baseUrl: string): string {
  return `import os

from openai import OpenAI

client = OpenAI(
    api_key=os.environ["${KEY_VARIABLE}"],
    base_url=${JSON.stringify(baseUrl)},
)

`;
}

/** Returns the request with the `anthropic` package for Python. */
export function anthropicPython(baseUrl: string, body: Json): string {
  const open = `import os

from anthropic import Anthropic

client = Anthropic(
    api_key=os.environ["${KEY_VARIABLE}"],
    base_url=${JSON.stringify(baseUrl)},
)

`;
  const call = `client.messages.create(\n${callArguments(body, ANTHROPIC_FIELDS)})`;
  if (!body.stream) return `${open}message = ${call}\nprint(message.content)\n`;
  return `${open}stream = ${call}
for event in stream:
    if event.type == "content_block_delta" and event.delta.type == "text_delta":
        print(event.delta.text, end="", flush=True)
`;
}

/** Returns a body as named arguments; undeclared ones go into `extra_body`. */
export function callArguments(body: Json, known: ReadonlySet<string>): string {
  const line = ([name, value]: [string, unknown]) => `    ${name}=${pythonLiteral(value, 1)},\n`;
  const entries = Object.entries(body);
  const extra = Object.fromEntries(entries.filter(([name]) => !known.has(name)));
  const lines = entries.filter(([name]) => known.has(name)).map(line);
  return [...lines, ...(Object.keys(extra).length > 0 ? [line(["extra_body", extra])] : [])].join("");
}
