import type { Client } from "./client.ts";
import { claudeCode } from "./programs/claude-code.ts";
import { cline } from "./programs/cline.ts";
import { codex } from "./programs/codex.ts";
import { continues } from "./programs/continue.ts";
import { copilots } from "./programs/copilot.ts";
import { droids } from "./programs/droid.ts";
import { frameworks } from "./programs/frameworks.ts";
import { geminiCli } from "./programs/gemini-cli.ts";
import { gooses } from "./programs/goose.ts";
import { grokBuilds } from "./programs/grok-build.ts";
import { kilos } from "./programs/kilo.ts";
import { kimiCodes } from "./programs/kimi-code.ts";
import { opencodes } from "./programs/opencode.ts";
import { pis } from "./programs/pi.ts";
import { qwenCode } from "./programs/qwen-code.ts";

/** Every agent, in the order of the report. */
export const clients: readonly Client[] = [
  claudeCode,
  codex,
  ...opencodes,
  ...pis,
  qwenCode,
  geminiCli,
  cline,
  ...continues,
  ...copilots,
  ...droids,
  ...grokBuilds,
  ...kilos,
  ...kimiCodes,
  ...gooses,
  ...frameworks,
];
