import type { Fault } from "./fault.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import type { TextAnswer } from "./text/answer.ts";
import type { TextUsage } from "./text/usage.ts";

/** Exact bytes or events instead of the default response. Objects among `events` are sent as `data:` JSON. */
export type ScriptedReply = {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  events?: (string | object)[];
};

/** How to respond to requests that match. The oldest rule that matches and is not used up applies. */
export type Rule = {
  /** Default: every request. */
  match?: (request: RecordedRequest) => boolean;
  /** How many requests it applies to; default: all. */
  times?: number;
  fault?: Fault;
  /**
   * Replaces parts of the default response of a text endpoint, in whatever format was requested. A function gets the
   * request and the default response.
   */
  answer?: Partial<TextAnswer> | ((request: RecordedRequest, standard: TextAnswer) => Partial<TextAnswer>);
  usage?: Partial<TextUsage>;
  reply?: ScriptedReply;
};

export type Rules = {
  add(rule: Rule): void;
  take(request: RecordedRequest): Rule | undefined;
  clear(): void;
  size(): number;
};

export function createRules(): Rules {
  let rules: { rule: Rule; left: number }[] = [];
  return {
    add: (rule) => {
      rules.push({ rule, left: rule.times ?? Number.POSITIVE_INFINITY });
    },
    take: (request) => {
      const found = rules.find(({ rule }) => rule.match?.(request) ?? true);
      if (!found) return undefined;
      found.left -= 1;
      rules = rules.filter(({ left }) => left > 0);
      return found.rule;
    },
    clear: () => {
      rules = [];
    },
    size: () => rules.length,
  };
}
