import type { Block } from "../exchange/json.ts";
import type { FieldNote } from "../requests/field-note.ts";
import type { PrepareChat } from "./converted-body.ts";
import { forcesTool } from "./forced-tools.ts";

/** The field with which a provider turns the thinking of some models (upstream names) off. */
type Switch = { models: RegExp; off: Block };

/** https://api-docs.deepseek.com/guides/thinking_mode, https://docs.z.ai/guides/capabilities/thinking-mode */
export const THINKING_DISABLED: Block = { thinking: { type: "disabled" } };

/** https://www.alibabacloud.com/help/en/model-studio/deep-thinking */
export const ENABLE_THINKING_FALSE: Block = { enable_thinking: false };

/**
 * Returns what prepares bodies for models that think unless a field says otherwise: they ignore the effort `none`
 * (https://github.com/BerriAI/litellm/issues/27453). `unlessForced`: while they think, they reject a forced tool
 * (https://github.com/deepseek-ai/DeepSeek-V3/issues/1376), so that such a request turns it off.
 */
export function switchingThinking({ models, off }: Switch, unlessForced?: "unlessForced"): PrepareChat {
  return (body, note) => {
    if (!models.test(String(body.model))) return body;
    const { reasoning_effort: effort, ...rest } = body;
    const isForced = unlessForced !== undefined && forcesTool(body.tool_choice);
    const [name = ""] = Object.keys(off);
    const isOff = JSON.stringify(body[name]) === JSON.stringify(off[name]);
    if (effort === "none" && body[name] === undefined) return { ...rest, ...off };
    if (!isForced || isOff) return body;
    note("reasoning", "changed to none (the model does not think with a forced tool)");
    return { ...rest, ...off };
  };
}

/** The efforts that a model has, by the caller's. */
type Efforts = Readonly<Record<string, string>>;

/**
 * For models that cannot stop thinking, and reject what says so: Kimi K3
 * (https://platform.kimi.ai/docs/guide/use-thinking-models) and GLM-5.3
 * (https://github.com/NousResearch/hermes-agent/issues/85890).
 */
export const ALWAYS_THINKS: Efforts = { none: "low", minimal: "low" };

/** Returns what prepares bodies for models that reject some efforts: each is sent as the closest that they have. */
export function withEfforts(models: RegExp, efforts: Efforts): PrepareChat {
  return (body: Block, note: FieldNote) => {
    const closest = models.test(String(body.model)) ? efforts[String(body.reasoning_effort)] : undefined;
    if (closest === undefined) return body;
    note("reasoning", `changed to effort ${closest}`);
    return { ...body, reasoning_effort: closest };
  };
}
