import { textOf } from "#server/dialects/read-field.ts";
import { OWN_SERVER } from "#server/dialects/server-call.ts";
import type { OwnRequest } from "../requested-tools.ts";
import { type ServerTool, toolFailure } from "../server-tool.ts";

/** Returns the tool that tells the date and time. `now`: Unix ms. */
export function datetimeTool({ settings }: OwnRequest, now: () => number): ServerTool {
  const usual = textOf(settings.timezone) ?? "UTC";
  return {
    server: OWN_SERVER,
    name: "datetime",
    functionName: "datetime",
    description: `Returns the current date and time. The time zone defaults to ${usual}.`,
    inputSchema: {
      type: "object",
      properties: { timezone: { type: "string", description: "IANA time zone, e.g. Europe/Berlin" } },
      additionalProperties: false,
    },
    async run(input) {
      const timezone = textOf(input.timezone) || usual;
      const text = timeIn(timezone, now());
      return text === undefined ? toolFailure(`Unknown time zone: ${timezone.slice(0, 64)}`) : { text, isError: false };
    },
  };
}

/** Creating a formatter takes a third of a millisecond; there are about 400 time zones. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const made = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "full", timeStyle: "long" });
  // Names may be written in any case.
  if (formatters.size < MOST_FORMATTERS) formatters.set(timeZone, made);
  return made;
}

const MOST_FORMATTERS = 1_000;

/** Returns the time as JSON; undefined for an unknown time zone. */
function timeIn(timezone: string, nowMs: number): string | undefined {
  try {
    const written = formatters.get(timezone) ?? formatterOf(timezone);
    return JSON.stringify({ utc: new Date(nowMs).toISOString(), timezone, local: written.format(nowMs) });
  } catch {
    return undefined;
  }
}
