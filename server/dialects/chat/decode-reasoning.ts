import type { LanguageModelV4ReasoningPart } from "@ai-sdk/provider";
import type { Body } from "../dialect.ts";
import { omitUndefined, recordsOf, textOf } from "../read-field.ts";
import { type Proof, proofOptions } from "../reasoning-proof.ts";
import type { Target } from "../target.ts";
import { proofOfDetail } from "./reasoning-format.ts";

type Decoded = {
  parts: LanguageModelV4ReasoningPart[];
  /** Google's signatures by tool call id. */
  signatures: Map<string, string>;
  /** Google's signature of the message's text. */
  textSignature?: string;
};

/** Reads an assistant message's reasoning: `reasoning_details`, else its plain text. */
export function decodeReasoningDetails(message: Body, path: string, target: Target): Decoded {
  const signatures = new Map<string, string>();
  const details = recordsOf(message.reasoning_details);
  if (details.length === 0) {
    const text = textOf(message.reasoning) ?? textOf(message.reasoning_content);
    return { parts: text ? [{ type: "reasoning", text }] : [], signatures };
  }
  const callIds = new Set(recordsOf(message.tool_calls).map((call) => call.id));
  const parts: LanguageModelV4ReasoningPart[] = [];
  let textSignature: string | undefined;
  for (const detail of joinDetails(details)) {
    const proof = ownProof(detail, `${path}.reasoning_details`, target);
    if (proof?.origin === "google" && typeof detail.id === "string" && callIds.has(detail.id)) {
      signatures.set(detail.id, proof.value);
    } else if (proof?.origin === "google" && detail.type === "reasoning.encrypted" && detail.id == null) {
      if (textSignature !== undefined)
        target.notes.add(`${path}.reasoning_details: only the last signature of a text is sent`);
      textSignature = proof.value;
    } else {
      parts.push(...reasoningPart(detail, proof));
    }
  }
  return omitUndefined({ parts, signatures, textSignature });
}

function reasoningPart(detail: Body, proof: Proof | undefined): LanguageModelV4ReasoningPart[] {
  const text = textOf(detail.text) ?? textOf(detail.summary) ?? "";
  if (text === "" && !proof) return [];
  return [{ type: "reasoning", text, ...(proof && { providerOptions: proofOptions(proof) }) }];
}

function ownProof(detail: Body, path: string, target: Target): Proof | undefined {
  const isProven = textOf(detail.signature) || detail.type === "reasoning.encrypted";
  if (!isProven) return undefined;
  const proof = target.family === "compatible" ? undefined : proofOfDetail(detail, target.family);
  if (proof?.origin === target.family) return proof;
  target.notes.add(`${path}: another provider's signature is omitted`);
  return undefined;
}

/** Joins the details of one text, because some clients send the streamed pieces back unchanged. */
function joinDetails(details: readonly Body[]): readonly Body[] {
  const list: Body[] = [];
  for (const detail of details) {
    const last = list.at(-1);
    const continues = detail.type === "reasoning.text" && last?.type === detail.type && last.index === detail.index;
    if (!continues || !last || textOf(last.signature)) list.push({ ...detail });
    else Object.assign(last, detail, { text: `${textOf(last.text) ?? ""}${textOf(detail.text) ?? ""}` });
  }
  return list;
}
