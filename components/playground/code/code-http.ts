import { KEY_VARIABLE } from "#lib/request-samples.ts";
import type { Json } from "../read-json.ts";

/** Returns a request in a POSIX shell; `saveAs` names the file for a response that is not text. */
export function curlCode(url: string, body: Json, saveAs?: string): string {
  const json = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
  return [
    `curl ${body.stream ? "-N " : ""}${url} \\`,
    `  -H "Authorization: Bearer $${KEY_VARIABLE}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${json}'${saveAs ? ` \\` : ""}`,
    ...(saveAs ? [`  --output ${saveAs}`] : []),
  ].join("\n");
}

/** Returns a request with Node's built-in functions, which also work in browsers, except for files. */
export function fetchCode(url: string, body: Json, saveAs?: string): string {
  const json = JSON.stringify(body, null, 2).replaceAll("\n", "\n  ");
  return `${saveAs ? `import { writeFile } from "node:fs/promises";\n\n` : ""}const response = await fetch(${JSON.stringify(url)}, {
  method: "POST",
  headers: {
    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,
    "Content-Type": "application/json",
  },
  body: JSON.stringify(${json}),
});
if (!response.ok) throw new Error(await response.text());
${readingOf(body, saveAs)}
`;
}

function readingOf(body: Json, saveAs: string | undefined): string {
  if (saveAs) return `await writeFile("${saveAs}", Buffer.from(await response.arrayBuffer()));`;
  return body.stream ? STREAMED : "console.log(await response.json());";
}

const STREAMED = `for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
  process.stdout.write(chunk);
}`;
