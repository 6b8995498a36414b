/** What one Claude model takes: https://platform.claude.com/docs/en/about-claude/models/migration-guide */
export type ClaudeRules = {
  /**
   * Whether it takes system messages after the first message of the user:
   * https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages
   */
  lateSystem: boolean;
  /** Whether it continues a final message of the model. */
  prefill: boolean;
  /** Whether it decides itself how long it thinks: https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking */
  adaptive: boolean;
  /** Whether it takes a budget of thinking tokens. */
  budgets: boolean;
  /** Whether thinking can be turned off: at any effort, only at `high` and below, or not at all. */
  off: "always" | "to-high" | "never";
  /** Whether it thinks if a request says nothing about it. */
  thinksUnasked: boolean;
  /** The efforts that it takes, the lowest first: https://platform.claude.com/docs/en/build-with-claude/effort */
  efforts: readonly string[];
  /** Whether it takes `temperature` and `top_p` together, only one of them, or no sampling settings at all. */
  sampling: "both" | "one" | "none";
};

const NAME = /claude-(?:(\d)-(\d)-)?(opus|sonnet|haiku|fable|mythos)(?:-(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?)?/;

/** Returns the rules of a model (upstream name); undefined for a name that is not one of Claude's models. */
export function claudeRules(model: string): ClaudeRules | undefined {
  const [, oldMajor, oldMinor, kind, major = oldMajor, minor = oldMinor ?? "0"] = NAME.exec(model) ?? [];
  if (kind === undefined || major === undefined) return undefined;
  const version = Number(major) * 100 + Number(minor);
  return {
    lateSystem: version >= 408,
    prefill: version < 406,
    adaptive: version >= 406,
    budgets: version < 407,
    off: offOf(kind, version),
    thinksUnasked: version >= 500,
    efforts: effortsOf(kind, version),
    sampling: version >= 407 ? "none" : version >= 401 ? "one" : "both",
  };
}

function offOf(kind: string, version: number): ClaudeRules["off"] {
  if (kind === "fable" || kind === "mythos" || (version >= 505 && kind !== "haiku")) return "never";
  return version > 500 || (version === 500 && kind === "opus") ? "to-high" : "always";
}

function effortsOf(kind: string, version: number): readonly string[] {
  if (version >= 407) return ["low", "medium", "high", "xhigh", "max"];
  if (version === 406) return ["low", "medium", "high", "max"];
  return kind === "opus" && version === 405 ? ["low", "medium", "high"] : [];
}
