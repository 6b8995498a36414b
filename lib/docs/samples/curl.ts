import { KEY_VARIABLE } from "#lib/request-samples.ts";
import type { OperationRequest } from "./operation-request.ts";

/** Returns a request as a command for a POSIX shell. */
export function curlOf({ method, url, isPublic, accept, body, form, bytes, output }: OperationRequest): string {
  const isImplied = method === "GET" || (method === "POST" && (body || form || bytes));
  return [
    `curl ${isImplied ? "" : `-X ${method} `}"${url}"`,
    ...(isPublic ? [] : [`  -H "Authorization: Bearer $${KEY_VARIABLE}"`]),
    ...(accept ? [`  -H "Accept: ${accept}"`] : []),
    ...(body ? [`  -H "Content-Type: application/json"`, `  -d ${quote(JSON.stringify(body))}`] : []),
    ...(form ? Object.entries(form.fields).map(([name, value]) => `  -F ${quote(`${name}=${value}`)}`) : []),
    ...(form ? [`  -F "${form.part}=@${form.file}"`] : []),
    ...(bytes ? [`  -H "Content-Type: application/octet-stream"`, `  --data-binary "@${bytes}"`] : []),
    ...(output ? [`  --fail --output ${output}`] : []),
  ].join(" \\\n");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
