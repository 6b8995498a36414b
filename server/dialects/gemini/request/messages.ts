import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { invalid, omitUndefined, recordAt, stringAt, textOf } from "#server/dialects/read-field.ts";
import { isBucketFile } from "#server/dialects/request/bucket-files.ts";
import type { ResultForm } from "#server/dialects/request/google-request.ts";
import { GOOGLE_FORMAT } from "../google-format.ts";
import { unsealDetail } from "../sealed-detail.ts";
import { arrayAt, namedFields } from "./camel-keys.ts";
import { dataUrlOf, filePart, inlinePart } from "./media.ts";

const CONTENT = new Set(["role", "parts"]);
/** Older models also take results of tools under these names: https://github.com/genkit-ai/genkit/pull/5780 */
const ROLES_OF_USERS = new Set<unknown>(["user", "function", "tool"]);
/** Current models take model turns under both names: https://github.com/sashiko-dev/sashiko/pull/500 */
const ROLES_OF_MODELS = new Set<unknown>(["model", "assistant"]);
const PART = new Set([
  ...["text", "thought", "thoughtSignature", "inlineData", "fileData", "functionCall", "functionResponse"],
  ...["executableCode", "codeExecutionResult", "toolCall", "toolResponse", "videoMetadata", "mediaResolution"],
]);
/** Parts of tools that Google ran, which only Google reads. */
const OF_TOOLS = ["executableCode", "codeExecutionResult", "toolCall", "toolResponse"];
const CALL = new Set(["id", "name", "args"]);
const RESULT = new Set(["id", "name", "response", "parts"]);

/** The function calls without a result yet, in their order: some clients send no ids. */
type Waiting = { name: string; id: string }[];

/**
 * Receives the paths of parts that only Google reads, and of files that a key stores there, and the forms of results,
 * by the ids of their requests.
 */
type OfGoogle = { only: string[]; files: string[]; results: Record<string, ResultForm> };

/** Returns the messages of a chat body. Throws HttpError 400 for a part that cannot be carried. */
export function messagesOf(contents: unknown, instruction: unknown, ofGoogle: OfGoogle): Body[] {
  const list = arrayAt(contents, "contents");
  if (list.length === 0) throw invalid("contents", "must have at least one entry");
  const waiting: Waiting = [];
  const turns = list.flatMap((value, index) => {
    const path = `contents[${index}]`;
    const { role = "user", parts = [] } = namedFields(value, path, CONTENT);
    const named = partsOf(parts, `${path}.parts`);
    if (ROLES_OF_MODELS.has(role))
      return [assistantMessage(named, `${path}.parts`, { turn: index, waiting, only: ofGoogle.only })];
    if (ROLES_OF_USERS.has(role)) return userMessages(named, `${path}.parts`, waiting, ofGoogle);
    throw invalid(`${path}.role`, "must be user or model");
  });
  return [...systemMessages(instruction), ...turns];
}

function partsOf(parts: unknown, path: string): Body[] {
  return arrayAt(parts, path).map((part, index) => namedFields(part, `${path}[${index}]`, PART));
}

function systemMessages(instruction: unknown): Body[] {
  if (instruction === undefined) return [];
  const { parts = [] } = namedFields(instruction, "systemInstruction", CONTENT);
  const content = partsOf(parts, "systemInstruction.parts").map(({ text }, index) => ({
    type: "text",
    text: stringAt(text, `systemInstruction.parts[${index}].text`),
  }));
  return content.length > 0 ? [{ role: "system", content }] : [];
}

/** Returns the results of tools, which must follow their calls, and then the rest. */
function userMessages(parts: Body[], path: string, waiting: Waiting, ofGoogle: OfGoogle): Body[] {
  const results: Body[] = [];
  const content: Body[] = [];
  for (const [index, part] of parts.entries()) {
    const place = `${path}[${index}]`;
    if (part.functionResponse !== undefined)
      results.push(toolMessage(part.functionResponse, `${place}.functionResponse`, waiting, ofGoogle));
    else content.push(contentPart(part, place, ofGoogle));
  }
  return content.length > 0 ? [...results, { role: "user", content }] : results;
}

function contentPart(part: Body, path: string, { only, files }: OfGoogle): Body {
  const ofTool = OF_TOOLS.find((name) => part[name] !== undefined);
  if (ofTool) throw invalid(`${path}.${ofTool}`, "must be in a model turn");
  const file = filePartOf(part, path, files);
  if (file && isBucketFile(file)) only.push(`${path}.fileData.fileUri`);
  const settings = FILE_SETTINGS.filter((name) => part[name] !== undefined);
  if (settings.length === 0) return file ?? { type: "text", text: stringAt(part.text, `${path}.text`) };
  for (const name of settings) {
    if (!file || (name === "videoMetadata" && !isVideo(file)))
      throw invalid(`${path}.${name}`, `must come with a ${name === "videoMetadata" ? "video" : "file"}`);
    only.push(`${path}.${name}`);
  }
  return {
    ...file,
    google: {
      ...(file?.google as Body | undefined),
      ...Object.fromEntries(settings.map((name) => [name, recordAt(part[name], `${path}.${name}`)])),
    },
  };
}

/** A file that a key stores has its type alongside it. */
function isVideo({ type, google }: Body): boolean {
  return type === "video_url" || (isRecord(google) && String(google.mimeType).startsWith("video/"));
}

/** Google's settings of a file. */
const FILE_SETTINGS = ["videoMetadata", "mediaResolution"];

function filePartOf({ inlineData, fileData }: Body, path: string, files: string[]): Body | undefined {
  if (inlineData !== undefined) return inlinePart(inlineData, `${path}.inlineData`);
  return fileData === undefined ? undefined : filePart(fileData, `${path}.fileData`, files);
}

function toolMessage(value: unknown, path: string, waiting: Waiting, ofGoogle: OfGoogle): Body {
  const { id, name, response, parts = [] } = namedFields(value, path, RESULT);
  const call = takeCall(stringAt(name, `${path}.name`), textOf(id), waiting);
  const tool = call?.name ?? String(name);
  const callId = textOf(id) ?? call?.id ?? tool;
  const [form, text] = resultOf(recordAt(response ?? {}, path));
  ofGoogle.results[callId] = form;
  const files = arrayAt(parts, `${path}.parts`).map((part, index) =>
    resultFile(part, `${path}.parts[${index}]`, ofGoogle.files),
  );
  return {
    role: "tool",
    tool_call_id: callId,
    name: tool,
    content: files.length > 0 ? [{ type: "text", text }, ...files] : text,
  };
}

/**
 * Returns the call that a result belongs to, which then no longer waits. Clients send results in the order of their
 * calls, some without names or ids, and goose with names that no call has.
 */
function takeCall(name: string, id: string | undefined, waiting: Waiting): Waiting[number] | undefined {
  const own = waiting.findIndex((call) => (id === undefined ? call.name === name : call.id === id));
  const isNext = own < 0 && (id === undefined || name === "");
  return own < 0 && !isNext ? undefined : waiting.splice(Math.max(own, 0), 1)[0];
}

/** Returns a file of a tool's result: https://ai.google.dev/gemini-api/docs/function-calling#multimodal */
function resultFile(value: unknown, path: string, files: string[]): Body {
  const part = namedFields(value, path, new Set(["inlineData", "fileData"]));
  return filePartOf(part, path, files) ?? inlinePart(part.inlineData, `${path}.inlineData`);
}

/** Returns a result's form, and its only text as it is; any other result is JSON. */
function resultOf(response: Body): [ResultForm, string] {
  const [[key, value] = [], ...others] = Object.entries(response);
  const isText = others.length === 0 && (key === "output" || key === "result") && typeof value === "string";
  return isText ? [key, value] : ["json", JSON.stringify(response)];
}

/** `turn`: the index of the content. */
type Context = { turn: number; waiting: Waiting; only: string[] };
type Assistant = { content: Body[]; thought: string; details: Body[]; calls: Body[] };

function assistantMessage(parts: Body[], path: string, context: Context): Body {
  const message: Assistant = { content: [], thought: "", details: [], calls: [] };
  for (const [index, part] of parts.entries()) addPart(message, part, `${path}[${index}]`, index, context);
  endThought(message);
  const { content, details, calls } = message;
  return omitUndefined({
    role: "assistant",
    content: contentOf(content),
    reasoning_details: details.length > 0 ? details : undefined,
    tool_calls: calls.length > 0 ? calls : undefined,
  });
}

/** Returns a text as chat has it; parts only if one of them is Google's. */
function contentOf(parts: Body[]): unknown {
  const said = parts.filter(({ type, text }) => type !== "text" || text !== "");
  if (said.length === 0) return null;
  return said.every(({ type }) => type === "text") ? said.map(({ text }) => text).join("") : said;
}

function addPart(message: Assistant, part: Body, path: string, index: number, context: Context): void {
  const signature = textOf(part.thoughtSignature);
  if (part.functionCall !== undefined) {
    const call = callOf(part.functionCall, `${path}.functionCall`, `${context.turn}_${index}`);
    message.calls.push(call.body);
    context.waiting.push({ name: call.name, id: call.id });
    if (signature) message.details.push(googleDetail(signature, call.id));
    return;
  }
  const ofTool = OF_TOOLS.find((name) => part[name] !== undefined);
  if (ofTool) context.only.push(`${path}.${ofTool}`);
  if (part.inlineData !== undefined) {
    const { inlineData, ...marks } = part;
    message.content.push({
      type: "google_part",
      google_part: marks,
      file_url: dataUrlOf(inlineData, `${path}.inlineData`),
    });
    return;
  }
  if (ofTool) {
    message.content.push({ type: "google_part", google_part: part });
    return;
  }
  if (part.thought === true) message.thought += textOf(part.text) ?? "";
  else message.content.push({ type: "text", text: stringAt(part.text ?? "", `${path}.text`) });
  const sealed = signature && unsealDetail(signature);
  if (sealed) endThought(message, sealed);
  else if (signature && message.thought !== "" && part.thought === true) endThought(message, undefined, signature);
  else if (signature) message.details.push(googleDetail(signature));
}

/** Adds the thought so far, with its proof if another provider sent one, or with Google's signature. */
function endThought(message: Assistant, proof?: Body, signature?: string): void {
  const index = message.details.length;
  const signed = signature === undefined ? {} : { signature, format: GOOGLE_FORMAT };
  if (message.thought !== "") message.details.push({ type: "reasoning.text", text: message.thought, ...signed, index });
  if (proof) message.details.push({ ...proof, index });
  message.thought = "";
}

function googleDetail(data: string, id?: string): Body {
  return omitUndefined({ type: "reasoning.encrypted", data, id, format: GOOGLE_FORMAT });
}

function callOf(value: unknown, path: string, place: string) {
  const fields = namedFields(value, path, CALL);
  const name = stringAt(fields.name, `${path}.name`);
  const id = textOf(fields.id) ?? `call_${place}`;
  const body = { id, type: "function", function: { name, arguments: JSON.stringify(fields.args ?? {}) } };
  return { name, id, body };
}
