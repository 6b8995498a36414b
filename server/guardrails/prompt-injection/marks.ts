/**
 * A chat template marker or a system turn inside a text, where only the gateway may put one. Offsets, end exclusive.
 */
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
    pattern:
      /\[(?:system|admin|developer)\]\s{1,3}(?:new|you|override|ignore|update|all|the|safety|your|content|policy|access|restrictions|filters|user|mode)\b/gi,
  },
  { kind: "heading", weight: 0.3, pattern: /#{2,4} ?(?:system|new instructions?|instructions?|override)\b ?:?/gi },
  {
    kind: "exfiltration",
    weight: 0.6,
    pattern:
      /<(?:img|svg|iframe|script)\b[^>]{0,200}\bon(?:error|load)\s?=|<svg\/onload|!\[[^\]\n]{0,80}\]\(https?:\/\/[^)\s]{0,200}\[?(?:QUERY|DATA|PLACEHOLDER|SECRET|HISTORY|CONVERSATION)/gi,
  },
  {
    kind: "hidden order",
    weight: 0.6,
    pattern:
      /(?:<!--|\[(?:\/\/|hidden|comment|note)?\]: ?# ?[("]|<meta\b[^>\n]{0,60}|(?:display|visibility|font-size|opacity|color) ?: ?(?:none|hidden|0|white)[^>\n]{0,40}>|<(?:p|div|span) hidden>|\bhidden["']?>|[#*/]{1,3} )\s{0,3}["'(]?(?:hey |dear |attention |note (?:to|for) (?:the )?)?(?:ai|llms?|models?|summari[sz]ers?|assistants?|chatbots?|copilot|agents?|gpt|claude|language models?|ai (?:agents?|assistants?|models?|instructions))\b ?(?:[:,]|must|should|when|please|ignore|disregard|forward|send|stop)/gi,
  },
  {
    kind: "sending",
    weight: 0.4,
    pattern:
      /\b(?:send|forward|upload|post|transmit|e-?mail|submit|leak|curl|fetch|exfiltrate)\b[^\n.]{0,80}(?:https?:\/\/|\b(?:pastebin|webhook|attacker)\b|[\w.+-]{2,30}@(?:evil|attack|hack)[\w.-]{2,30})/gi,
  },
  {
    kind: "exfiltration",
    weight: 1,
    pattern:
      /!\[[^\]\n]{0,80}\]\(https?:\/\/[^)\s]{0,200}[?&=][^)\n]{0,20}[[{<](?:insert |the |your )?(?:user|conversation|chat|query|data|secret|history|prompt|context|previous|api)/gi,
  },
  {
    kind: "open query",
    weight: 0.5,
    pattern: /https?:\/\/[^\s)"'<>]{3,120}[?&]\w{1,20}=(?=[\s)"'{[<]|$)/g,
  },
  {
    kind: "hidden-text",
    weight: 0.3,
    pattern: /style\s?=\s?["'][^"']{0,60}(?:color:\s?white|display:\s?none|font-size:\s?0|opacity:\s?0)|<!--/gi,
  },
];

/** Returns all markers in the text, grouped by kind. */
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
