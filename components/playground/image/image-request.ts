import { isRecord } from "#lib/is-record.ts";
import type { MediaRequest } from "../media/media-request.ts";
import { type Json, recordOf, recordsOf } from "../read-json.ts";

/**
 * Parameters that OpenAI's packages support for `POST /images/generations`: shapes, seeds and references are the
 * gateway's own.
 */
const OPENAI_FIELDS = new Set([
  ...["model", "prompt", "n", "size", "quality", "background", "output_format", "output_compression"],
  ...["stream", "partial_images"],
]);

/** Returns the request as code, with a placeholder for a file's content. */
export function imageRequest(body: Json): MediaRequest {
  const shown = withoutContents(body);
  const fits = Object.keys(shown).every((name) => OPENAI_FIELDS.has(name));
  return { path: "/images", body: shown, ...(fits && { openai: openaiOf(body) }) };
}

function withoutContents(body: Json): Json {
  if (!Array.isArray(body.input_references)) return body;
  return { ...body, input_references: recordsOf(body.input_references).map(withPlaceholder) };
}

function withPlaceholder(reference: Json): Json {
  const { url } = recordOf(reference.image_url);
  if (!isRecord(reference.image_url) || typeof url !== "string" || !url.startsWith("data:")) return reference;
  return { ...reference, image_url: { url: `${url.slice(0, url.indexOf(",") + 1)}…` } };
}

function openaiOf({ stream, output_format: format }: Json) {
  const extension = typeof format === "string" ? format : "png";
  const code = stream === true ? STREAMED : savedAs(extension);
  return { method: "images.generate", arguments: [...OPENAI_FIELDS], ...code };
}

const STREAMED = {
  node: `for await (const event of response) {
  console.log(event.type, event.b64_json.length);
}`,
  python: `for event in response:
    print(event.type, len(event.b64_json))`,
};

function savedAs(extension: string) {
  return {
    node: `const { writeFile } = await import("node:fs/promises");
for (const [at, image] of response.data.entries()) {
  const name = \`image-\${at + 1}.${extension}\`;
  await writeFile(name, Buffer.from(image.b64_json, "base64"));
  console.log(name);
}`,
    python: `import base64
for at, image in enumerate(response.data):
    name = f"image-{at + 1}.${extension}"
    with open(name, "wb") as file:
        file.write(base64.b64decode(image.b64_json))
    print(name)`,
  };
}
