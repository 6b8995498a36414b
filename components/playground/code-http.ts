import { KEY_VARIABLE } from "./code-key.ts";
import type { Json } from "./read-json.ts";

/** A call from a POSIX shell. */
export function curlCode(url: string, body: Json): string {
  const json = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
  return [
    `curl ${body.stream ? "-N " : ""}${url} \\`,
    `  -H "Authorization: Bearer $${KEY_VARIABLE}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${json}'`,
  ].join("\n");
}

/** A call with what Node, Deno, Bun and browsers have built in. */
export function fetchCode(url: string, body: Json): string {
  const json = JSON.stringify(body, null, 2).replaceAll("\n", "\n  ");
  return `const response = await fetch(${JSON.stringify(url)}, {
  method: "POST",
  headers: {
    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,
    "Content-Type": "application/json",
  },
  body: JSON.stringify(${json}),
});
if (!response.ok) throw new Error(await response.text());
${body.stream ? STREAMED : "console.log(await response.json());"}
`;
}

const STREAMED = `for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
  process.stdout.write(chunk);
}`;
