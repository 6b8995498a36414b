import { KEY_VARIABLE } from "#lib/request-samples.ts";
import { openaiNodeClient } from "../code/code-node.ts";
import { callArguments, openaiPythonClient } from "../code/code-python.ts";
import type { CodeSample } from "../code/code-samples.ts";
import type { Json } from "../read-json.ts";
import type { MediaRequest } from "./media-request.ts";

type FormRequest = MediaRequest & { file: string };

/** Returns a request with a file in each language that supports it: a form over HTTP, a file argument in packages. */
export function formSamples({ path, body, file, openai }: FormRequest, baseUrl: string): readonly CodeSample[] {
  const plain = [
    { id: "curl", label: "curl", code: curlForm(baseUrl + path, body, file) },
    { id: "fetch", label: "fetch", code: fetchForm(baseUrl + path, body, file) },
  ];
  if (!openai) return plain;
  const { method, node, python } = openai;
  const fields = JSON.stringify(body, null, 2).slice(2);
  const inNode = `const response = await client.${method}({\n  "file": createReadStream(${JSON.stringify(file)}),\n${fields});\n${node}\n`;
  const inPython = `with open(${JSON.stringify(file)}, "rb") as file:
    response = client.${method}(
        file=file,
${callArguments(body, new Set(openai.arguments)).replace(/^(?=.)/gm, "    ")}    )
${python}
`;
  const imported = `import { createReadStream } from "node:fs";\n`;
  return [
    ...plain,
    { id: "openai-node", label: "OpenAI Node", code: imported + openaiNodeClient(baseUrl) + inNode },
    { id: "openai-python", label: "OpenAI Python", code: openaiPythonClient(baseUrl) + inPython },
  ];
}

function curlForm(url: string, body: Json, file: string): string {
  // Without --form-string a value that starts with @ or < would be read as a file name.
  const parts = partsOf(body).map(([name, value]) => `  --form-string ${quote(`${name}=${value}`)}`);
  const named = file.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  return [
    `curl ${url} \\`,
    `  -H "Authorization: Bearer $${KEY_VARIABLE}" \\`,
    [`  -F ${quote(`file=@"${named}"`)}`, ...parts].join(" \\\n"),
  ].join("\n");
}

function fetchForm(url: string, body: Json, file: string): string {
  const parts = partsOf(body).map(
    ([name, value]) => `form.append(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  return `import { openAsBlob } from "node:fs";

const form = new FormData();
form.append("file", await openAsBlob(${JSON.stringify(file)}), ${JSON.stringify(file)});
${parts.join("")}
const response = await fetch(${JSON.stringify(url)}, {
  method: "POST",
  headers: { Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\` },
  body: form,
});
if (!response.ok) throw new Error(await response.text());
console.log(await response.json());
`;
}

/** Returns the fields of a form: one for each value of a list, under the list's name with brackets. */
export function partsOf(body: Json): [name: string, value: string][] {
  return Object.entries(body).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((item): [string, string] => [`${name}[]`, String(item)])
      : [[name, String(value)] as [string, string]],
  );
}

/** Quotes a text as one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
