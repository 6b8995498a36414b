import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { DialectEvent, EncodeContext, Encoder, FinishPart, TerminalError } from "#server/dialects/dialect.ts";
import { droppedKind } from "#server/dialects/dropped-kind.ts";
import { type Proof, proofOptions } from "#server/dialects/reasoning-proof.ts";
import { DROPPED_SIGNATURE, textSignature } from "#server/dialects/text-signature.ts";
import { isObject } from "../shape.ts";
import { blockQueue } from "./block-queue.ts";
import { encodeError, terminalError } from "./encode-error.ts";
import { messageDelta, messageStart, messageStop } from "./encode-message.ts";
import { reasoningEncoder } from "./encode-reasoning.ts";
import { textEncoder } from "./encode-text.ts";
import { toolEncoder } from "./encode-tool.ts";

/** Encodes one response. After the end or a failure it returns nothing, so that a cut stream never looks complete. */
export function encoder(context: EncodeContext): Encoder {
  const queue = blockQueue();
  const text = textEncoder(queue);
  const reasoning = reasoningEncoder(queue, asksForThinking(context));
  const tools = toolEncoder(queue, reasoning, context);
  let startUsage: Record<string, unknown> = {};
  let textProof: Proof | undefined;
  let hasStarted = false;
  let isOver = false;
  let hasFailed = false;

  function fail(error: TerminalError): DialectEvent[] {
    if (hasFailed) return [];
    isOver = hasFailed = true;
    return [encodeError(error)];
  }

  function finish(part: FinishPart): DialectEvent[] {
    const { unified } = part.finishReason;
    if (unified === "error" || unified === "interrupted") return fail(endingError(unified));
    const content = [...text.finish(), ...queue.closeAll(), ...sealText()];
    isOver = true;
    return [...content, messageDelta(part, context, tools.hasCalls(), startUsage), messageStop(context)];
  }

  function sealText(): DialectEvent[] {
    const metadata = textProof && proofOptions(textProof);
    return metadata ? (reasoning.sealText(metadata) ?? noteDropped(DROPPED_SIGNATURE)) : [];
  }

  function noteDropped(kind: string | undefined): DialectEvent[] {
    if (kind) context.dropped?.(kind);
    return [];
  }

  function encodeContent(part: LanguageModelV4StreamPart): DialectEvent[] {
    if (part.type === "text-delta") textProof = textSignature(part) ?? textProof;
    switch (part.type) {
      case "text-delta":
      case "text-end":
      case "source":
        return text.encode(part);
      case "reasoning-start":
      case "reasoning-delta":
      case "reasoning-end":
        return reasoning.encode(part);
      case "file":
        return noteDropped(part.mediaType);
      case "reasoning-file":
      case "tool-approval-request":
      case "custom":
        return noteDropped(droppedKind(part));
      default:
        return tools.encode(part);
    }
  }

  /** Adds the start event before the first content. */
  function addStart(events: DialectEvent[]): DialectEvent[] {
    if (hasStarted || events.length === 0) return events;
    hasStarted = true;
    return [messageStart(context, startUsage), ...events];
  }

  function encode(part: LanguageModelV4StreamPart): DialectEvent[] {
    if (isOver) return [];
    if (part.type === "ping") return [{ event: "ping", data: { type: "ping" } }];
    if (part.type === "error") return fail(terminalError(part.error));
    if (part.type === "custom") startUsage = usageAtStart(part) ?? startUsage;
    if (part.type !== "finish") return addStart(encodeContent(part));
    const events = finish(part);
    return isFailure(part) ? events : addStart(events);
  }

  return { encode, fail };
}

function isFailure(part: FinishPart): boolean {
  return part.finishReason.unified === "error" || part.finishReason.unified === "interrupted";
}

function endingError(unified: "error" | "interrupted"): TerminalError {
  const message =
    unified === "error" ? "The provider ended its response with an error" : "The provider's response was cut off";
  return { status: 502, message };
}

/** Returns the usage at the start: an Anthropic upstream reports its input usage before the first content. */
function usageAtStart(
  part: Extract<LanguageModelV4StreamPart, { type: "custom" }>,
): Record<string, unknown> | undefined {
  const usage = part.providerMetadata?.anthropic?.usage;
  return part.kind === "anthropic.message_start" && isObject(usage) ? usage : undefined;
}

function asksForThinking(context: EncodeContext): boolean {
  const thinking = context.request.thinking;
  return isObject(thinking) && (thinking.type === "enabled" || thinking.type === "adaptive");
}
