import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { invalid, omitUndefined, recordAt, stringAt, textOf } from "#server/dialects/read-field.ts";
import { arrayAt, namedFields } from "./camel-keys.ts";
import { filePart, inlinePart } from "./media.ts";

/** The gateway's own fields of `/embeddings`, but `cache`: a cached response would have the form of `/embeddings`. */
const GATEWAY = ["provider", "user", "session_id", "tags", "trace"];
const FIELDS = new Set(["model", "content", "taskType", "title", "outputDimensionality", "autoTruncate"]);
const CONTENT = new Set(["role", "parts"]);
const PART = new Set(["text", "inlineData", "fileData"]);

/** Returns a Gemini request for one embedding as a body of `/embeddings`. Throws HttpError 400 for an invalid field. */
export function embeddingsBodyOf(given: Body, model: string): Body {
  const { own, google } = withoutGatewayFields(given);
  const { parts, settings } = requestAt(google, "");
  return { ...own, ...settings, model, input: inputsOf([parts]) };
}

/**
 * Returns a Gemini request for several embeddings as a body of `/embeddings`. Throws HttpError 400 for an invalid field,
 * and for requests with different settings.
 */
export function batchEmbeddingsBodyOf(given: Body, model: string): Body {
  const { own, google } = withoutGatewayFields(given);
  const { requests } = namedFields(google, "", new Set(["model", "requests"]));
  const all = arrayAt(requests, "requests").map((one, index) =>
    requestAt(recordAt(one, `requests[${index}]`), `requests[${index}].`),
  );
  const [first] = all;
  if (!first) throw invalid("requests", "must not be empty");
  for (const [index, { settings }] of all.entries())
    if (JSON.stringify(settings) !== JSON.stringify(first.settings))
      throw invalid(
        `requests[${index}]`,
        "must have the same settings as the first one; send the others in a separate request",
      );
  return { ...own, ...first.settings, model, input: inputsOf(all.map(({ parts }) => parts)) };
}

/** Separates the gateway's own fields, which have the same names in `/embeddings`. */
function withoutGatewayFields(given: Body): { own: Body; google: Body } {
  const google = { ...given };
  const own: Body = {};
  for (const name of GATEWAY) {
    if (given[name] !== undefined) own[name] = given[name];
    delete google[name];
  }
  return { own, google };
}

/** `prefix`: the path of the request, with a dot. The model that a request names is the one in the address. */
function requestAt(given: Body, prefix: string): { parts: Body[]; settings: Body } {
  const { content, taskType, title, outputDimensionality, autoTruncate } = namedFields(
    given,
    prefix.slice(0, -1),
    FIELDS,
  );
  const { parts = [] } = namedFields(content, `${prefix}content`, CONTENT);
  const read = arrayAt(parts, `${prefix}content.parts`).map((part, index) =>
    partOf(part, `${prefix}content.parts[${index}]`),
  );
  if (read.length === 0) throw invalid(`${prefix}content.parts`, "must not be empty");
  if (
    outputDimensionality !== undefined &&
    !(Number.isInteger(outputDimensionality) && Number(outputDimensionality) > 0)
  )
    throw invalid(`${prefix}outputDimensionality`, "must be a whole number greater than 0");
  const settings = { input_type: textOf(taskType), title, dimensions: outputDimensionality, autoTruncate };
  return { parts: read, settings: omitUndefined(settings) };
}

/** Returns texts if every content is a single one, which every model takes, or else contents with parts. */
function inputsOf(contents: readonly Body[][]): unknown[] {
  const texts = contents.flatMap(([part, ...others]) =>
    part?.type === "text" && others.length === 0 ? [part.text] : [],
  );
  return texts.length === contents.length ? texts : contents.map((content) => ({ content }));
}

function partOf(value: unknown, path: string): Body {
  const { text, inlineData, fileData } = namedFields(value, path, PART);
  if (inlineData !== undefined) return embedded(inlinePart(inlineData, `${path}.inlineData`));
  if (fileData !== undefined) {
    const stored: string[] = [];
    const part = filePart(fileData, `${path}.fileData`, stored);
    if (stored.length > 0 || (isRecord(part.file) && part.file.file_id !== undefined))
      throw invalid(`${path}.fileData.fileUri`, "must not be a stored file; send its bytes as inlineData");
    return embedded(part);
  }
  const given = stringAt(text, `${path}.text`);
  if (given === "") throw invalid(`${path}.text`, "must not be empty");
  return { type: "text", text: given };
}

/** Returns a part of a chat message as a part of an input. */
function embedded(part: Body): Body {
  if (part.type === "video_url") return { type: "input_video", input_video: part.video_url };
  return part.type === "file" ? { type: "input_file", input_file: part.file } : part;
}
