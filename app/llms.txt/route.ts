import { guides } from "#components/docs/guides.ts";
import { llmsText } from "#lib/docs/markdown.ts";
import { originOf } from "#lib/docs/origin.ts";

export function GET(request: Request): Response {
  return new Response(llmsText(originOf(request), guides), {
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
