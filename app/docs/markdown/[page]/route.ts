import { operationMarkdown } from "#lib/docs/markdown.ts";
import { originOf } from "#lib/docs/origin.ts";
import { operationById } from "#lib/docs/reference.ts";

type Context = { params: Promise<{ page: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const operation = operationById((await params).page);
  if (!operation) return new Response("There is no such operation.\n", { status: 404 });
  const text = operationMarkdown(operation, `${originOf(request)}/api/v1`);
  return new Response(text, { headers: { "content-type": "text/markdown; charset=utf-8" } });
}
