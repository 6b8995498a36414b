import { guideBySlug, guideMarkdown } from "#components/docs/guides.ts";
import { operationMarkdown } from "#lib/docs/markdown.ts";
import { originOf } from "#lib/docs/origin.ts";
import { operationById } from "#lib/docs/reference.ts";

type Context = { params: Promise<{ page: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const text = markdownOf((await params).page, originOf(request));
  if (text === undefined) return new Response("This page does not exist. All pages: /llms.txt\n", { status: 404 });
  return new Response(text, { headers: { "content-type": "text/markdown; charset=utf-8" } });
}

function markdownOf(page: string, origin: string): string | undefined {
  const guide = guideBySlug(page);
  if (guide) return guideMarkdown(guide, origin);
  const operation = operationById(page);
  return operation && operationMarkdown(operation, `${origin}/api/v1`);
}
