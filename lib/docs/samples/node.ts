import { KEY_VARIABLE } from "#lib/request-samples.ts";
import type { OperationRequest } from "./operation-request.ts";

/** Returns a request as a module for Node, without packages. */
export function nodeOf(request: OperationRequest): string {
  const { form, bytes, output } = request;
  const imports = [
    ...(form || bytes ? [`import { openAsBlob } from "node:fs";`] : []),
    ...(output ? [`import { writeFile } from "node:fs/promises";`] : []),
  ];
  return [
    ...(imports.length > 0 ? [...imports, ""] : []),
    ...(form ? [...formLines(form), ""] : []),
    `const response = await fetch(${argumentsOf(request)});`,
    "if (!response.ok) throw new Error(await response.text());",
    output ? `await writeFile("${output}", response.body);` : "console.log(await response.json());",
  ].join("\n");
}

function formLines({ fields, part, file }: NonNullable<OperationRequest["form"]>): string[] {
  return [
    "const form = new FormData();",
    ...Object.entries(fields).map(([name, value]) => `form.append("${name}", ${JSON.stringify(value)});`),
    `form.append("${part}", await openAsBlob("${file}"), "${file}");`,
  ];
}

function argumentsOf({ method, url, isPublic, accept, body, form, bytes }: OperationRequest): string {
  const headers = [
    ...(isPublic ? [] : [`    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,`]),
    ...(accept ? [`    Accept: "${accept}",`] : []),
    ...(body ? [`    "Content-Type": "application/json",`] : []),
    ...(bytes ? [`    "Content-Type": "application/octet-stream",`] : []),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(headers.length > 0 ? ["  headers: {", ...headers, "  },"] : []),
    ...(body ? [`  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}),`] : []),
    ...(form ? ["  body: form,"] : []),
    ...(bytes ? [`  body: await openAsBlob("${bytes}"),`] : []),
  ];
  return options.length > 0 ? [`"${url}", {`, ...options, "}"].join("\n") : `"${url}"`;
}
