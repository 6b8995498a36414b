import type { PrepareChat } from "./converted-body.ts";
import { choosingTools } from "./forced-tools.ts";
import { withParameters, withSplitReasoning } from "./minimax.ts";
import { withRequiredReasoning } from "./required-reasoning.ts";
import {
  ALWAYS_THINKS,
  ENABLE_THINKING_FALSE,
  switchingThinking,
  THINKING_DISABLED,
  withEfforts,
} from "./thinking-switch.ts";

const inOrder =
  (...steps: PrepareChat[]): PrepareChat =>
  (body, note) =>
    steps.reduce((prepared, step) => step(prepared, note), body);

/** https://api-docs.deepseek.com/guides/thinking_mode */
export const prepareForDeepseek = inOrder(
  switchingThinking({ models: /^(?!.*reasoner)/, off: THINKING_DISABLED }, "unlessForced"),
  withRequiredReasoning,
);

/** https://platform.xiaomimimo.com/docs/en-US/api/chat/openai-api */
export const prepareForXiaomi = inOrder(
  switchingThinking({ models: /^mimo/, off: THINKING_DISABLED }),
  withRequiredReasoning,
);

/** Models whose thinking can be switched on and off. The others always think, or never do. */
const HYBRID_QWEN = /^qwen3(?!.*(?:thinking|instruct|coder|omni|asr))|^qwen-(?:plus|flash|turbo)(?!-character)/;

/**
 * https://www.alibabacloud.com/help/en/model-studio/deep-thinking: some models think only if they are told to, and no
 * effort does so. With a forced tool they must not (https://github.com/cloudwego/eino/issues/994).
 */
export const prepareForAlibaba = inOrder(
  (body) => {
    const { model, reasoning_effort: effort, enable_thinking: own } = body;
    const isAsked = typeof effort === "string" && effort !== "none" && own === undefined;
    return isAsked && HYBRID_QWEN.test(String(model)) ? { ...body, enable_thinking: true } : body;
  },
  switchingThinking({ models: HYBRID_QWEN, off: ENABLE_THINKING_FALSE }, "unlessForced"),
);

/**
 * Models that respond only with a stream, at least while they think
 * (https://github.com/infiniflow/ragflow/issues/5912, https://github.com/coze-dev/coze-studio/issues/324).
 */
export const STREAMING_QWEN = /^(?:qwq|qvq)|omni|^qwen3-[\d.]+b(?:-a\d+b)?$|-thinking/;

/**
 * Z.AI and Zhipu AI know only `json_object`, and no choice of tools but `auto`
 * (https://github.com/vectorize-io/hindsight/issues/4246). GLM-5.3 cannot stop thinking.
 */
export const glm = {
  takesJsonSchema: false,
  prepareChat: inOrder(
    choosingTools(/./),
    withEfforts(/^glm-(?:5\.[3-9]|[6-9])/i, ALWAYS_THINKS),
    switchingThinking({ models: /^glm-(?:4\.[5-9]|5(?:\.[0-2])?(?:[-v]|$))/i, off: THINKING_DISABLED }),
  ),
};

/** Only M3 can stop thinking (https://platform.minimax.io/docs/api-reference/text-openai-api). */
export const prepareForMinimax = inOrder(
  switchingThinking({ models: /^minimax-m3/i, off: THINKING_DISABLED }),
  withParameters,
  withSplitReasoning,
);
