import type { Dispatcher } from "undici";
import { textOf } from "#server/dialects/read-field.ts";
import { OWN_SERVER } from "#server/dialects/server-call.ts";
import { HttpError } from "#server/errors.ts";
import { readDocuments } from "#server/guardrails/documents/read-documents.ts";
import { fetchMedia, type Media } from "../../media/fetch-media.ts";
import { allowsUrl } from "../domain-limits.ts";
import type { OwnRequest } from "../requested-tools.ts";
import { type ServerTool, type ToolOutcome, toolFailure } from "../server-tool.ts";
import { encodingOf } from "./page-encoding.ts";

type Settings = {
  allowed_domains?: string[];
  blocked_domains?: string[];
  max_content_tokens?: number;
  max_uses?: number;
};

const BOUNDS = { maxBytes: 10 * 1024 * 1024, timeoutMs: 20_000 };
/** About as much as fits into a conversation; a request may ask for less or more. */
const USUAL_TOKENS = 25_000;
const CHARACTERS_A_TOKEN = 4;

/** Returns the tool that reads a web page or a PDF. `egress` must connect to public addresses only. */
export function webFetchTool({ settings }: OwnRequest, egress: Dispatcher): ServerTool {
  const given = settings as Settings;
  return {
    server: OWN_SERVER,
    name: "web_fetch",
    functionName: "web_fetch",
    description: "Reads a web page or a PDF at a public URL and returns its text as Markdown.",
    inputSchema: {
      type: "object",
      properties: { url: { type: "string", description: "Full HTTP or HTTPS URL" } },
      required: ["url"],
      additionalProperties: false,
    },
    ...(given.max_uses && { maxUses: given.max_uses }),
    async run(input, signal) {
      const address = textOf(input.url) ?? "";
      const url = URL.canParse(address) ? new URL(address) : undefined;
      if (!url || !/^https?:$/.test(url.protocol)) return toolFailure("url must be a full HTTP or HTTPS URL");
      if (!isAllowed(url, given)) return toolFailure(`The request does not allow pages from ${url.hostname}`);
      try {
        const media = await fetchMedia(url, within(egress, given), signal, BOUNDS);
        return cut(await pageText(media, url, signal), (given.max_content_tokens ?? USUAL_TOKENS) * CHARACTERS_A_TOKEN);
      } catch (thrown) {
        if (thrown instanceof HttpError) return toolFailure(thrown.message);
        throw thrown;
      }
    },
  };
}

/** Applies the domains to redirects too. */
function within(egress: Dispatcher, settings: Settings): Dispatcher {
  return egress.compose((dispatch) => (options, handler) => {
    const url = new URL(options.path, String(options.origin));
    if (!isAllowed(url, settings)) throw new HttpError(400, `The request does not allow pages from ${url.hostname}`);
    return dispatch(options, handler);
  });
}

function isAllowed(url: URL, { allowed_domains: allowed, blocked_domains: excluded }: Settings): boolean {
  return allowsUrl(url, { allowed, excluded });
}

async function pageText({ mediaType = "", charset, data }: Media, url: URL, signal: AbortSignal): Promise<ToolOutcome> {
  const base64 = () => Buffer.from(data).toString("base64");
  if (mediaType === "application/pdf") return await documentText({ kind: "pdf", base64: base64() }, signal);
  const encoding = encodingOf(data, charset);
  if (/html/.test(mediaType)) {
    return await documentText({ kind: "html", base64: base64(), encoding, url: url.href }, signal);
  }
  if (!/^text\/|json|xml|^$/.test(mediaType)) return toolFailure(`A file of type ${mediaType} has no text to read`);
  return { text: new TextDecoder(encoding).decode(data), isError: false };
}

async function documentText(
  file: Parameters<typeof readDocuments>[0][number],
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const [read] = await readDocuments([file], signal);
  return read ? { text: read.text, isError: false } : toolFailure("The page could not be read");
}

function cut(outcome: ToolOutcome, most: number): ToolOutcome {
  if (outcome.text.length <= most) return outcome;
  return { ...outcome, text: `${outcome.text.slice(0, most).toWellFormed()}\n\n[The rest of the page was cut off]` };
}
