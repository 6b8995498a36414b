import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { withPlaceholders } from "#server/pipeline/batching/placeholder-media.ts";

const file = (mediaType: string, url: string) => ({
  type: "file" as const,
  mediaType,
  data: { type: "url" as const, url: new URL(url) },
});

test("files that the gateway loaded are not loaded again for a result, whatever their kind", async () => {
  const prompt: LanguageModelV4Prompt = [
    {
      role: "user",
      content: [
        { type: "text", text: "see" },
        file("image/*", "https://gone.invalid/a.png"),
        file("application/octet-stream", "https://gone.invalid/b"),
        file("application/msword", "https://gone.invalid/c.doc"),
        file("application/pdf", "https://read-there.example/d.pdf"),
      ],
    },
  ];
  const [turn] = await withPlaceholders(prompt, { "*": [/^https:\/\/read-there\.example\//] });
  const files = ((turn?.content ?? []) as { mediaType: string; data: { type: string } }[]).slice(1);
  expect(files.map(({ mediaType, data }) => [mediaType, data.type])).toEqual([
    ["image/*", "data"],
    ["application/pdf", "data"],
    ["application/pdf", "data"],
    ["application/pdf", "url"],
  ]);
});
