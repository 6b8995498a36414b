import { groups } from "./groups.ts";
import { samplesOf } from "./operation-samples.ts";
import type { Operation } from "./reference.ts";
import type { Field } from "./schema-fields.ts";

/** Returns an operation's page as Markdown, for notes and for language models. */
export function operationMarkdown(operation: Operation, baseUrl: string): string {
  const { summary, description, method, path, deprecated, parameters, body, success, errors } = operation;
  return [
    `# ${summary}`,
    `\`${method} ${path}\` (base URL \`${baseUrl}\`)`,
    deprecated ? "Deprecated." : "",
    description,
    operation.isPublic ? "No API key required." : "",
    section("Path parameters", fieldLines(parameters.path)),
    section("Query parameters", fieldLines(parameters.query)),
    section("Request body", fieldLines(body)),
    section(
      `Response ${success?.status ?? ""}`.trim(),
      success ? [success.media.join(", "), ...fieldLines(success.fields)] : [],
    ),
    section(
      "Errors",
      errors.map(({ status, meaning }) => `- ${status}: ${meaning}`),
    ),
    section("Example", ["```sh", samplesOf(operation, baseUrl)[0]?.code ?? "", "```"]),
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

/** Returns the text of /llms.txt: an introduction and one line per page. `guides`: those of the documentation. */
export function llmsText(origin: string, guides: readonly { slug: string; title: string }[]): string {
  const guideLines = guides.map(({ slug, title }) => `- [${title}](${origin}/docs/markdown/${slug})`);
  const endpointLines = [...groups].map(([group, operations]) =>
    [
      `## ${group}`,
      "",
      ...operations.map(
        ({ id, method, path, summary, deprecated }) =>
          `- [${method} ${path}](${origin}/docs/markdown/${id}): ${summary}${deprecated ? " (deprecated)" : ""}`,
      ),
    ].join("\n"),
  );
  return `${[
    "# Switchboard",
    "> A self-hosted gateway that serves many model providers through one API.",
    `Base URL: ${origin}/api/v1 (Anthropic SDK: ${origin}/api, Google Gen AI SDK: ${origin}). Send a key as \`Authorization: Bearer\`, \`x-api-key\` or \`x-goog-api-key\`.`,
    `OpenAPI document: ${origin}/api/v1/openapi.json. Clients: ${origin}/docs/connect.`,
    section("Guides", guideLines),
    ...endpointLines,
  ].join("\n\n")}\n`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length > 0 ? `## ${title}\n\n${lines.join("\n")}` : "";
}

function fieldLines(fields: readonly Field[], indent = ""): string[] {
  return fields.flatMap(({ name, type, required, deprecated, description, limits, fields: inner }) => {
    const marks = [required && "required", deprecated && "deprecated", ...limits].filter(Boolean).join(", ");
    const line = `${indent}- \`${name}\` ${type}${marks && ` (${marks})`}${description && `: ${description}`}`;
    return [line, ...fieldLines(inner, `${indent}  `)];
  });
}
