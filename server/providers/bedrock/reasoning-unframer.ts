import { isRecord } from "#lib/is-record.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import type { Unframed, Unframer } from "../cloud/transport.ts";
import { type Block, block, list, tryParse } from "../exchange/json.ts";
import { filterFrames } from "../wire/filter-events.ts";
import { createFrames } from "../wire/frames.ts";
import { type ReasoningSplitter, splitReasoning } from "./tagged-reasoning.ts";

/**
 * Returns a reader for chat completions that start their content with `<reasoning>`, as Bedrock sends those of
 * `gpt-oss`: it moves the reasoning into a field of its own. Undefined for other content types.
 */
export function reasoningUnframer(contentType: string): Unframer | undefined {
  if (contentType.includes("text/event-stream")) return streamUnframer(contentType);
  return contentType.includes("application/json") ? wholeUnframer(contentType) : undefined;
}

function streamUnframer(contentType: string): Unframer {
  const frames = createFrames();
  const splitters = new Map<unknown, ReasoningSplitter>();
  const isPast = () => splitters.size > 0 && [...splitters.values()].every((splitter) => splitter.isPast());
  const read = (data: string): string => {
    const event = isPast() ? undefined : tryParse(data, parseJsonText);
    if (!isRecord(event)) return data;
    for (const choice of list(event.choices).map(block)) splitDelta(choice, splitterOf(splitters, choice.index));
    return JSON.stringify(event);
  };
  return {
    contentType,
    push(chunk): Unframed {
      const whole = frames.push(chunk);
      return { bytes: whole ? filterFrames(whole, read) : Buffer.alloc(0) };
    },
    end: () => undefined,
  };
}

function splitterOf(splitters: Map<unknown, ReasoningSplitter>, index: unknown): ReasoningSplitter {
  const splitter = splitters.get(index) ?? splitReasoning();
  splitters.set(index, splitter);
  return splitter;
}

function splitDelta({ delta, finish_reason: finish }: Block, splitter: ReasoningSplitter): void {
  if (!isRecord(delta)) return;
  const isText = typeof delta.content === "string";
  const piece = splitter.push(isText ? String(delta.content) : "");
  const rest = typeof finish === "string" && finish !== "" ? splitter.end() : { reasoning: "", content: "" };
  setTexts(delta, piece.reasoning + rest.reasoning, piece.content + rest.content, isText);
}

function wholeUnframer(contentType: string): Unframer {
  const chunks: Buffer[] = [];
  return {
    contentType,
    push(chunk): Unframed {
      chunks.push(chunk);
      return { bytes: Buffer.alloc(0) };
    },
    rest: () => splitWhole(Buffer.concat(chunks)),
    end: () => undefined,
  };
}

function splitWhole(bytes: Buffer): Buffer {
  const response = tryParse(bytes.toString("utf8"), parseJsonText);
  if (!isRecord(response)) return bytes;
  for (const { message } of list(response.choices).map(block)) {
    if (!isRecord(message) || typeof message.content !== "string") continue;
    const splitter = splitReasoning();
    const { reasoning, content } = splitter.push(message.content);
    const rest = splitter.end();
    setTexts(message, reasoning + rest.reasoning, content + rest.content, true);
  }
  return Buffer.from(JSON.stringify(response));
}

function setTexts(target: Block, reasoning: string, content: string, hasContent: boolean): void {
  if (reasoning !== "") target.reasoning = reasoning;
  if (hasContent || content !== "") target.content = content;
}
