import { GoogleGenAI } from "@google/genai";
import { expect, test } from "vitest";
import { cloudFront } from "#tests/support/clouds/front.ts";
import { vertex } from "#tests/support/clouds/vertex.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const place = { project: "acme-ai", location: "global" };
const cloud = cloudFront(sharedUpstream(), vertex(place));

/** Returns Google's own client, with a token of the fake's metadata server. */
async function clientWith(headers: Record<string, string> = {}): Promise<GoogleGenAI> {
  const address = `${cloud.url}/computeMetadata/v1/instance/service-accounts/default/token`;
  const { access_token: token } = await (await fetch(address, { headers: { "metadata-flavor": "Google" } })).json();
  const authClient = { getRequestHeaders: async () => new Headers({ authorization: `Bearer ${token}` }) };
  return new GoogleGenAI({
    vertexai: true,
    ...place,
    httpOptions: { baseUrl: cloud.url, apiVersion: "v1", headers },
    googleAuthOptions: { authClient: authClient as never },
  });
}

test("the fake answers the provider's own client as Vertex AI does", async () => {
  const { models } = await clientWith({ "X-Vertex-AI-LLM-Shared-Request-Type": "flex" });
  const asked = { model: "gemini-2.5-flash", contents: "Hello" };
  expect((await models.generateContent(asked)).text).toBe("You said: Hello");
  let text = "";
  for await (const chunk of await models.generateContentStream(asked)) text += chunk.text ?? "";
  expect(text).toBe("You said: Hello");
});

test("the fake embeds for the provider's own client as Vertex AI does, in both formats", async () => {
  const { models } = await clientWith();
  const config = { outputDimensionality: 768 };
  for (const [model, method] of [
    ["gemini-embedding-001", "predict"],
    ["gemini-embedding-2", "embedContent"],
  ] as const) {
    const { embeddings } = await models.embedContent({ model, contents: "one", config });
    expect(embeddings?.map(({ values }) => values?.[0])).toEqual([3]);
    expect(cloud.requests.at(-1)?.path).toMatch(new RegExp(`/models/${model}:${method}$`));
  }
});
