import { KEY_VARIABLE } from "#lib/request-samples.ts";
import type { Json } from "../read-json.ts";

/** Returns the request with the `openai` package; fields outside its types are passed on. */
export function openaiNode(baseUrl: string, body: Json): string {
  const open = openaiNodeClient(baseUrl);
  const call = `await client.responses.create(${JSON.stringify(body, null, 2)});`;
  if (!body.stream) return `${open}const response = ${call}\nconsole.log(response.output_text);\n`;
  return `${open}const stream = ${call}
for await (const event of stream) {
  if (event.type === "response.output_text.delta") process.stdout.write(event.delta);
}
`;
}

/** Returns the setup of the `openai` package for the gateway. */
export function openaiNodeClient(baseUrl: string): string {
  return `import OpenAI from "openai";

const client = new OpenAI({
  apiKey: process.env.${KEY_VARIABLE},
  baseURL: ${JSON.stringify(baseUrl)},
});

`;
}

/** Returns the request with the `@anthropic-ai/sdk` package; fields outside its types are passed on. */
export function anthropicNode(baseUrl: string, body: Json): string {
  const open = `import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({
  apiKey: process.env.${KEY_VARIABLE},
  baseURL: ${JSON.stringify(baseUrl)},
});

`;
  const call = `await client.messages.create(${JSON.stringify(body, null, 2)});`;
  if (!body.stream) return `${open}const message = ${call}\nconsole.log(message.content);\n`;
  return `${open}const stream = ${call}
for await (const event of stream) {
  if (event.type === "content_block_delta" && event.delta.type === "text_delta") {
    process.stdout.write(event.delta.text);
  }
}
`;
}
