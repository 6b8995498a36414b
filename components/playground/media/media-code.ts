import { curlCode, fetchCode } from "../code/code-http.ts";
import { openaiNodeClient } from "../code/code-node.ts";
import { callArguments, openaiPythonClient } from "../code/code-python.ts";
import type { CodeSample } from "../code/code-samples.ts";
import type { Json } from "../read-json.ts";
import { formSamples } from "./form-code.ts";

/** A mode's request, to be written as code. */
export type MediaRequest = {
  /** Below `/api/v1`: "/embeddings". */
  path: string;
  body: Json;
  /** Name of the file for an answer that is no JSON. */
  saveAs?: string;
  /** Name of the file that goes with the body, in a form's part named `file`. */
  file?: string;
  /** How the `openai` packages make this call; absent where they have no such method. */
  openai?: {
    /** "embeddings.create" */
    method: string;
    /** The arguments that the Python method declares; others go into `extra_body`. */
    arguments: readonly string[];
    /** Those that Python's method insists on: null where the body leaves them out. */
    required?: readonly string[];
    /** The line that does something with `response`. */
    node: string;
    python: string;
  };
};

/** The request in every language that has the operation. `origin` is such as `https://gateway.example.com`. */
export function mediaSamples(request: MediaRequest, origin: string): readonly CodeSample[] {
  const { path, body, saveAs, file, openai } = request;
  const baseUrl = `${origin}/api/v1`;
  if (file !== undefined) return formSamples({ ...request, file }, baseUrl);
  const plain = [
    { id: "curl", label: "curl", code: curlCode(baseUrl + path, body, saveAs) },
    { id: "fetch", label: "fetch", code: fetchCode(baseUrl + path, body, saveAs) },
  ];
  if (!openai) return plain;
  const { method, node, python } = openai;
  const inNode = `const response = await client.${method}(${JSON.stringify(body, null, 2)});\n${node}\n`;
  const missing = (openai.required ?? []).filter((name) => !(name in body)).map((name) => [name, null]);
  const named = callArguments({ ...body, ...Object.fromEntries(missing) }, new Set(openai.arguments));
  const inPython = `response = client.${method}(\n${named})\n${python}\n`;
  return [
    ...plain,
    { id: "openai-node", label: "OpenAI Node", code: openaiNodeClient(baseUrl) + inNode },
    { id: "openai-python", label: "OpenAI Python", code: openaiPythonClient(baseUrl) + inPython },
  ];
}
