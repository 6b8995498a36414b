import { KEY_VARIABLE, type RequestSample } from "#lib/request-samples.ts";
import { exampleOf } from "./examples.ts";
import type { Operation } from "./reference.ts";

/**
 * Returns one request of an operation in curl, Node and Python. `baseUrl` is the service root, without a trailing
 * slash.
 */
export function samplesOf(operation: Operation, baseUrl: string): RequestSample[] {
  const { path, query, body } = exampleOf(operation);
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? `<${name}>`);
  const search = new URLSearchParams(query).toString();
  const request: Sample = {
    method: operation.method,
    url: `${baseUrl}${filled}${search && `?${search}`}`,
    isPublic: operation.isPublic,
    body,
    sendsFile: operation.takesFile && !body,
  };
  return [
    { id: "curl", label: "curl", code: curl(request) },
    { id: "node", label: "Node", code: node(request) },
    { id: "python", label: "Python", code: python(request) },
  ];
}

type Sample = {
  method: string;
  url: string;
  isPublic: boolean;
  body: Record<string, unknown> | undefined;
  /** Sends a form with a file instead of a body. */
  sendsFile: boolean;
};

function curl({ method, url, isPublic, body, sendsFile }: Sample): string {
  return [
    `curl ${method === "GET" || (method === "POST" && (body || sendsFile)) ? "" : `-X ${method} `}"${url}"`,
    ...(isPublic ? [] : [`  -H "Authorization: Bearer $${KEY_VARIABLE}"`]),
    ...(body
      ? [`  -H "Content-Type: application/json"`, `  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]
      : []),
    ...(sendsFile ? [`  -F "file=@report.pdf"`] : []),
  ].join(" \\\n");
}

function node({ method, url, isPublic, body, sendsFile }: Sample): string {
  const headers = [
    ...(isPublic ? [] : [`    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,`]),
    ...(body ? [`    "Content-Type": "application/json",`] : []),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(headers.length > 0 ? ["  headers: {", ...headers, "  },"] : []),
    ...(body ? [`  body: JSON.stringify(${indentJson(body, 2)}),`] : []),
    ...(sendsFile ? ["  body: form,"] : []),
  ];
  const call = options.length > 0 ? [`"${url}", {`, ...options, "}"].join("\n") : `"${url}"`;
  const form = 'const form = new FormData();\nform.append("file", await openAsBlob("report.pdf"), "report.pdf");\n';
  const before = sendsFile ? `import { openAsBlob } from "node:fs";\n\n${form}` : "";
  return `${before}const response = await fetch(${call});\nconsole.log(await response.json());`;
}

function python({ method, url, isPublic, body, sendsFile }: Sample): string {
  const lines = [
    `    "${url}",`,
    ...(isPublic ? [] : [`    headers={"Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}"},`]),
    ...(body ? [`    json=${pythonOf(body)},`] : []),
    ...(sendsFile ? [`    files={"file": open("report.pdf", "rb")},`] : []),
  ];
  const imports = isPublic ? "import requests" : "import os\n\nimport requests";
  return `${imports}\n\nresponse = requests.${method.toLowerCase()}(\n${lines.join("\n")}\n)\nprint(response.json())`;
}

function indentJson(value: unknown, by: number): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${" ".repeat(by)}`);
}

function pythonOf(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}: ${pythonOf(one)}`)
    .join(", ")}}`;
}
