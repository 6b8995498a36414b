import { curlCode, fetchCode } from "../code-http.ts";
import { openaiNodeClient } from "../code-node.ts";
import { callArguments, openaiPythonClient } from "../code-python.ts";
import type { CodeSample } from "../code-samples.ts";
import type { Json } from "../read-json.ts";

/** A mode's request, to be written as code. */
export type MediaRequest = {
  /** Below `/api/v1`: "/embeddings". */
  path: string;
  body: Json;
  /** Name of the file for an answer that is no JSON. */
  saveAs?: string;
  /** How the `openai` packages make this call; absent where they have no such method. */
  openai?: {
    /** "embeddings.create" */
    method: string;
    /** The arguments that the Python method declares; others go into `extra_body`. */
    arguments: readonly string[];
    /** The line that does something with `response`. */
    node: string;
    python: string;
  };
};

/** The request in every language that has the operation. `origin` is such as `https://gateway.example.com`. */
export function mediaSamples({ path, body, saveAs, openai }: MediaRequest, origin: string): readonly CodeSample[] {
  const baseUrl = `${origin}/api/v1`;
  const plain = [
    { id: "curl", label: "curl", code: curlCode(baseUrl + path, body, saveAs) },
    { id: "fetch", label: "fetch", code: fetchCode(baseUrl + path, body, saveAs) },
  ];
  if (!openai) return plain;
  const { method, node, python } = openai;
  const inNode = `const response = await client.${method}(${JSON.stringify(body, null, 2)});\n${node}\n`;
  const inPython = `response = client.${method}(\n${callArguments(body, new Set(openai.arguments))})\n${python}\n`;
  return [
    ...plain,
    { id: "openai-node", label: "OpenAI Node", code: openaiNodeClient(baseUrl) + inNode },
    { id: "openai-python", label: "OpenAI Python", code: openaiPythonClient(baseUrl) + inPython },
  ];
}
