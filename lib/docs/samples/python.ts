import { KEY_VARIABLE } from "#lib/request-samples.ts";
import type { OperationRequest } from "./operation-request.ts";

/** Returns a request as a program for Python 3 with the package `requests`. */
export function pythonOf({ method, url, isPublic, accept, body, form, bytes, output }: OperationRequest): string {
  const hasFields = form && Object.keys(form.fields).length > 0;
  const headers = [
    ...(isPublic ? [] : [`"Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}"`]),
    ...(accept ? [`"Accept": "${accept}"`] : []),
    ...(bytes ? [`"Content-Type": "application/octet-stream"`] : []),
  ];
  return [
    ...(isPublic ? [] : ["import os", ""]),
    "import requests",
    "",
    `response = requests.${method.toLowerCase()}(`,
    `    "${url}",`,
    ...(headers.length > 0 ? [`    headers={${headers.join(", ")}},`] : []),
    ...(body ? [`    json=${literalOf(body)},`] : []),
    ...(bytes ? [`    data=open("${bytes}", "rb"),`] : []),
    ...(hasFields ? [`    data=${literalOf(form.fields)},`] : []),
    ...(form ? [`    files={"${form.part}": open("${form.file}", "rb")},`] : []),
    ")",
    "if not response.ok:",
    "    raise SystemExit(response.text)",
    ...(output
      ? [`with open("${output}", "wb") as file:`, "    file.write(response.content)"]
      : ["print(response.json())"]),
  ].join("\n");
}

function literalOf(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(literalOf).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}: ${literalOf(one)}`)
    .join(", ")}}`;
}
