import { curlCode, fetchCode } from "../code/code-http.ts";
import { openaiNodeClient } from "../code/code-node.ts";
import { callArguments, openaiPythonClient } from "../code/code-python.ts";
import type { CodeSample } from "../code/code-samples.ts";
import { formSamples } from "./form-code.ts";
import type { MediaRequest } from "./media-request.ts";

/** Returns the request in each language that supports it. `origin` is such as `https://gateway.example.com`. */
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
