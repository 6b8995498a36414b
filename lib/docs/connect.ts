import { KEY_VARIABLE } from "#lib/request-samples.ts";
import { agentClients } from "./agents.ts";
import type { Client } from "./client.ts";
import { frameworkClients } from "./frameworks.ts";

/** Programs that need only a base URL and a key. */
export const TOOLS: readonly { kind: string; base: "openai" | "anthropic"; settings: string }[] = [
  { kind: "OpenAI-compatible", base: "openai", settings: "OPENAI_BASE_URL, OPENAI_API_KEY" },
  { kind: "Anthropic-compatible", base: "anthropic", settings: "ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY" },
];

/** Returns each client with its samples. `origin` is the gateway's origin, without a path. */
export function clients(origin: string): Client[] {
  const sdks = sdkClients(origin).map((client) => ({ ...client, kind: "SDKs and frameworks" as const }));
  return [...agentClients(origin), ...sdks, ...frameworkClients(origin)];
}

function sdkClients(origin: string): Omit<Client, "kind">[] {
  return [
    {
      id: "openai",
      name: "OpenAI SDK",
      note: "Supports responses and chat completions. The base URL ends in /api/v1.",
      samples: [
        { id: "node", label: "Node", code: openaiNode(origin) },
        { id: "python", label: "Python", code: openaiPython(origin) },
      ],
    },
    {
      id: "azure",
      name: "Azure OpenAI SDK",
      note: "The endpoint has no path, and the deployment is a model of this gateway or an alias.",
      samples: [
        { id: "node", label: "Node", code: azureNode(origin) },
        { id: "python", label: "Python", code: azurePython(origin) },
      ],
    },
    {
      id: "anthropic",
      name: "Anthropic SDK",
      note: "The base URL ends in /api. The SDK adds /v1/messages itself.",
      samples: [
        { id: "node", label: "Node", code: anthropicNode(origin) },
        { id: "python", label: "Python", code: anthropicPython(origin) },
      ],
    },
    {
      id: "google",
      name: "Google Gen AI SDK",
      note: "The base URL has no path: the SDK adds it. Any text model can be used, not only Google's.",
      samples: [
        { id: "node", label: "Node", code: googleNode(origin) },
        { id: "python", label: "Python", code: googlePython(origin) },
      ],
    },
    {
      id: "openrouter",
      name: "OpenRouter SDK",
      note: "Paths and objects are the same. Only the server URL changes.",
      samples: [{ id: "node", label: "Node", code: openrouterNode(origin) }],
    },
    {
      id: "ai-sdk",
      name: "AI SDK",
      note: "Set the base URL of the provider. Unlike the Anthropic SDK, the Anthropic provider needs /api/v1.",
      samples: [
        { id: "openai", label: "OpenAI provider", code: aiSdk(origin, "openai", "createOpenAI") },
        { id: "anthropic", label: "Anthropic provider", code: aiSdk(origin, "anthropic", "createAnthropic") },
      ],
    },
    {
      id: "curl",
      name: "curl",
      note: "Send the key in the Authorization: Bearer header or in x-api-key or x-goog-api-key.",
      samples: [{ id: "curl", label: "curl", code: curl(origin) }],
    },
  ];
}

const openaiNode = (origin: string) => `import OpenAI from "openai";

const client = new OpenAI({
  baseURL: "${origin}/api/v1",
  apiKey: process.env.${KEY_VARIABLE},
});
const response = await client.responses.create({ model: "local/echo", input: "Hello" });
console.log(response.output_text);`;

const openaiPython = (origin: string) => `import os

from openai import OpenAI

client = OpenAI(base_url="${origin}/api/v1", api_key=os.environ["${KEY_VARIABLE}"])
response = client.responses.create(model="local/echo", input="Hello")
print(response.output_text)`;

const azureNode = (origin: string) => `import { AzureOpenAI } from "openai";

const client = new AzureOpenAI({
  endpoint: "${origin}",
  apiKey: process.env.${KEY_VARIABLE},
  apiVersion: "2025-04-01-preview",
});
const completion = await client.chat.completions.create({
  model: "local/echo",
  messages: [{ role: "user", content: "Hello" }],
});
console.log(completion.choices[0].message.content);`;

const azurePython = (origin: string) => `import os

from openai import AzureOpenAI

client = AzureOpenAI(
    azure_endpoint="${origin}",
    api_key=os.environ["${KEY_VARIABLE}"],
    api_version="2025-04-01-preview",
)
completion = client.chat.completions.create(
    model="local/echo",
    messages=[{"role": "user", "content": "Hello"}],
)
print(completion.choices[0].message.content)`;

const anthropicNode = (origin: string) => `import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({
  baseURL: "${origin}/api",
  apiKey: process.env.${KEY_VARIABLE},
});
const message = await client.messages.create({
  model: "local/echo",
  max_tokens: 1024,
  messages: [{ role: "user", content: "Hello" }],
});
console.log(message.content);`;

const anthropicPython = (origin: string) => `import os

from anthropic import Anthropic

client = Anthropic(base_url="${origin}/api", api_key=os.environ["${KEY_VARIABLE}"])
message = client.messages.create(
    model="local/echo",
    max_tokens=1024,
    messages=[{"role": "user", "content": "Hello"}],
)
print(message.content)`;

const googleNode = (origin: string) => `import { GoogleGenAI } from "@google/genai";

const client = new GoogleGenAI({
  apiKey: process.env.${KEY_VARIABLE},
  httpOptions: { baseUrl: "${origin}" },
});
const response = await client.models.generateContent({ model: "local/echo", contents: "Hello" });
console.log(response.text);`;

const googlePython = (origin: string) => `import os

from google import genai
from google.genai.types import HttpOptions

client = genai.Client(
    api_key=os.environ["${KEY_VARIABLE}"],
    http_options=HttpOptions(base_url="${origin}"),
)
response = client.models.generate_content(model="local/echo", contents="Hello")
print(response.text)`;

const openrouterNode = (origin: string) => `import { OpenRouter } from "@openrouter/sdk";

const client = new OpenRouter({
  serverURL: "${origin}/api/v1",
  apiKey: process.env.${KEY_VARIABLE},
});
const completion = await client.chat.send({
  chatRequest: { model: "local/echo", messages: [{ role: "user", content: "Hello" }] },
});
console.log(completion);`;

const aiSdk = (origin: string, provider: string, create: string) => `import { ${create} } from "@ai-sdk/${provider}";
import { generateText } from "ai";

const gateway = ${create}({
  baseURL: "${origin}/api/v1",
  apiKey: process.env.${KEY_VARIABLE},
});
const { text } = await generateText({ model: gateway("local/echo"), prompt: "Hello" });
console.log(text);`;

const curl = (origin: string) => `curl ${origin}/api/v1/responses \\
  -H "Authorization: Bearer $${KEY_VARIABLE}" \\
  -H "Content-Type: application/json" \\
  -d '{"model":"local/echo","input":"Hello","stream":true}'`;
