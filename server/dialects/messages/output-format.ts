import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";

/**
 * Returns the output format that a messages body asks for. Anthropic's beta named it `output_format`, which still works:
 * https://platform.claude.com/docs/en/build-with-claude/structured-outputs
 */
export function outputFormatOf({ output_config: config, output_format: former }: Body): Body | undefined {
  return [isRecord(config) ? config.format : undefined, former].find(isRecord);
}
