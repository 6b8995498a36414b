import type { Dialect } from "./result/answer.ts";

/** A numeric parameter of requests. `supported`: the catalogue's names for it, any of which counts. */
export type NumberParameter = {
  kind: "number";
  id: string;
  label: string;
  hint: string;
  supported: readonly string[];
  dialects: readonly Dialect[];
  min: number;
  /** Without one the number is typed instead of dragged. */
  max?: number;
  step: number;
  /** Most providers' default: the slider's initial position. */
  rest?: number;
  whole?: boolean;
  /** The value sent by default, if it is not left to the model. */
  placeholder?: Partial<Record<Dialect, string>>;
};

export type ChoiceParameter = {
  kind: "choice";
  id: string;
  label: string;
  hint: string;
  supported: readonly string[];
  dialects: readonly Dialect[];
  choices: readonly string[];
};

export type Parameter = NumberParameter | ChoiceParameter;

/** The default limit in a Messages body: that dialect's own API requires one. */
export const DEFAULT_MAX_TOKENS = 4096;

const BOTH = ["responses", "messages"] as const;
const RESPONSES = ["responses"] as const;
const MESSAGES = ["messages"] as const;
const REASONING = ["reasoning", "reasoning_effort"] as const;

const number = (fields: Omit<NumberParameter, "kind">): NumberParameter => ({ kind: "number", ...fields });
const choice = (fields: Omit<ChoiceParameter, "kind">): ChoiceParameter => ({ kind: "choice", ...fields });

/** Every simple parameter of the playground, in the order of the panel. Limits are those of the contract. */
export const PARAMETERS: readonly Parameter[] = [
  number({
    id: "max_tokens",
    label: "Max tokens",
    hint: "Maximum response length, reasoning included",
    supported: ["max_tokens", "max_completion_tokens"],
    dialects: BOTH,
    min: 1,
    step: 1,
    whole: true,
    placeholder: { messages: String(DEFAULT_MAX_TOKENS) },
  }),
  number({
    id: "temperature",
    label: "Temperature",
    hint: "Lower is more predictable, higher more varied.",
    supported: ["temperature"],
    dialects: BOTH,
    min: 0,
    max: 2,
    step: 0.1,
    rest: 1,
  }),
  number({
    id: "top_p",
    label: "Top P",
    hint: "Sample only the most likely tokens with this total probability",
    supported: ["top_p"],
    dialects: BOTH,
    min: 0,
    max: 1,
    step: 0.05,
    rest: 1,
  }),
  number({
    id: "top_k",
    label: "Top K",
    hint: "Sample only this many of the most likely tokens",
    supported: ["top_k"],
    dialects: BOTH,
    min: 0,
    step: 1,
    whole: true,
  }),
  choice({
    id: "reasoning_effort",
    label: "Reasoning effort",
    hint: "How much the model reasons before it responds",
    supported: REASONING,
    dialects: BOTH,
    choices: ["low", "medium", "high"],
  }),
  number({
    id: "thinking_budget",
    label: "Thinking budget",
    hint: "Reasoning tokens, fewer than max tokens. Overrides the effort.",
    supported: REASONING,
    dialects: MESSAGES,
    min: 1024,
    step: 1,
    whole: true,
  }),
  choice({
    id: "verbosity",
    label: "Verbosity",
    hint: "How long the responses are",
    supported: ["verbosity"],
    dialects: RESPONSES,
    choices: ["low", "medium", "high"],
  }),
  number({
    id: "frequency_penalty",
    label: "Frequency penalty",
    hint: "Above 0, frequent words become less likely.",
    supported: ["frequency_penalty"],
    dialects: RESPONSES,
    min: -2,
    max: 2,
    step: 0.1,
    rest: 0,
  }),
  number({
    id: "presence_penalty",
    label: "Presence penalty",
    hint: "Above 0, words already used become less likely.",
    supported: ["presence_penalty"],
    dialects: RESPONSES,
    min: -2,
    max: 2,
    step: 0.1,
    rest: 0,
  }),
  number({
    id: "seed",
    label: "Seed",
    hint: "The same seed requests the same response.",
    supported: ["seed"],
    dialects: RESPONSES,
    min: 0,
    step: 1,
    whole: true,
  }),
];

/** Returns the parameters to offer for a model; all of them if the catalogue does not know it. */
export function parametersFor(supported: readonly string[] | undefined, dialect: Dialect): readonly Parameter[] {
  return PARAMETERS.filter(
    (parameter) => parameter.dialects.includes(dialect) && supports(supported, ...parameter.supported),
  );
}

/** Returns whether a model supports any of these parameters, by the catalogue's names. */
export function supports(supported: readonly string[] | undefined, ...names: readonly string[]): boolean {
  return !supported || names.some((name) => supported.includes(name));
}
