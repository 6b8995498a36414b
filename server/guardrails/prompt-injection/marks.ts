/** Marks of a chat template or a system turn inside a text, where only the gateway should put them. Offsets, end exclusive. */
export type Mark = { start: number; end: number; kind: string; weight: number };

const patterns: { kind: string; weight: number; pattern: RegExp }[] = [
  {
    kind: "turn",
    weight: 0.6,
    pattern:
      /<\|(?:im_start|start_header_id|start|system|user|assistant)\|>\s{0,4}(?:system|assistant|developer)?|<\|(?:im_end|eot_id|end|endoftext)\|>\s{0,4}<\|/gi,
  },
  { kind: "instruction", weight: 0.5, pattern: /\[\/?INST\]/g },
  {
    kind: "system-block",
    weight: 0.5,
    pattern: /<<\/?SYS>>|<\/?(?:system|sys|system_?(?:prompt|message|mode|instructions?))\b[^>\n]{0,40}>/gi,
  },
  {
    kind: "system-line",
    weight: 0.5,
    pattern:
      /(?:^|[\n"'“>])[ \t*#\-[(]{0,4}(?:system|developer|admin|root)(?: ?(?:note|message|prompt|override|update|instruction))?[\])]?[ \t*]{0,2}:[ \t*]/gim,
  },
  {
    kind: "assistant-block",
    weight: 0.4,
    pattern: /<assistant>|(?:^|\n)(?:assistant|ai): ?(?:sure|ok|yes|of course|certainly)\b/gi,
  },
  {
    kind: "notice",
    weight: 0.5,
    pattern: /\[(?:system|admin|developer)[ _]?(?:note|message|override|prompt|update)?:/gi,
  },
  {
    kind: "notice",
    weight: 0.4,
    pattern: /\[(?:system|admin|developer)\]\s{1,3}(?:new|you|override|ignore|update)\b/gi,
  },
  { kind: "heading", weight: 0.3, pattern: /#{2,4} ?(?:system|new instructions?|instructions?|override)\b ?:?/gi },
  {
    kind: "exfiltration",
    weight: 0.6,
    pattern:
      /<(?:img|svg|iframe|script)\b[^>]{0,200}\bon(?:error|load)\s?=|<svg\/onload|!\[[^\]\n]{0,80}\]\(https?:\/\/[^)\s]{0,200}\[?(?:QUERY|DATA|PLACEHOLDER|SECRET|HISTORY|CONVERSATION)/gi,
  },
  {
    kind: "hidden-text",
    weight: 0.2,
    pattern: /style\s?=\s?["'][^"']{0,60}(?:color:\s?white|display:\s?none|font-size:\s?0|opacity:\s?0)|<!--/gi,
  },
];

/** Every mark in the text, kind by kind. */
export function marksIn(text: string): Mark[] {
  return patterns.flatMap(({ kind, weight, pattern }) =>
    [...text.matchAll(pattern)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      kind,
      weight,
    })),
  );
}
