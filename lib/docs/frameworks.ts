import { KEY_VARIABLE } from "#lib/request-samples.ts";
import type { Client } from "./client.ts";

/** Returns each framework with a minimal program. */
export function frameworkClients(origin: string): Client[] {
  return [
    {
      id: "langchain",
      name: "LangChain",
      kind: "SDKs and frameworks",
      note: "Use the classes for OpenAI; any model works. For Anthropic's classes the base URL ends in /api.",
      samples: [
        { id: "node", label: "Node", code: langChainNode(origin) },
        { id: "python", label: "Python", code: langChainPython(origin) },
      ],
    },
    {
      id: "llamaindex",
      name: "LlamaIndex",
      kind: "SDKs and frameworks",
      note: "OpenAILike accepts any model name; the class OpenAI accepts only those of OpenAI.",
      samples: [{ id: "python", label: "Python", code: llamaIndexPython(origin) }],
    },
  ];
}

const langChainNode = (origin: string) => `import { ChatOpenAI } from "@langchain/openai";

const model = new ChatOpenAI({
  model: "local/echo",
  apiKey: process.env.${KEY_VARIABLE},
  configuration: { baseURL: "${origin}/api/v1" },
});
const message = await model.invoke("Hello");
console.log(message.text);`;

const langChainPython = (origin: string) => `import os

from langchain_openai import ChatOpenAI

model = ChatOpenAI(
    model="local/echo",
    base_url="${origin}/api/v1",
    api_key=os.environ["${KEY_VARIABLE}"],
)
print(model.invoke("Hello").text)`;

const llamaIndexPython = (origin: string) => `import os

from llama_index.llms.openai_like import OpenAILike

model = OpenAILike(
    model="local/echo",
    api_base="${origin}/api/v1",
    api_key=os.environ["${KEY_VARIABLE}"],
    is_chat_model=True,
)
print(model.complete("Hello").text)`;
