import { type File as GoogleFile, GoogleGenAI } from "@google/genai";
import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { SAMPLES, VIDEOS } from "#tests/support/file-samples.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { asking, FLASH, responsesOf } from "./asking.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google", "openai"] });

const clientOf = (apiKey: string) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: gateway.url } });
const client = () => clientOf(gateway.managementKey);
const contents = new Map([...SAMPLES, ...VIDEOS].map(([, name, content]) => [name, content]));
const bytesOf = (name: string) => new Uint8Array(contents.get(name) as Buffer);
const sentBody = () => upstream.requests.at(-1)?.body as { contents: [{ parts: Body[] }] };
const sentParts = () => sentBody().contents[0].parts;
const partOf = ({ uri, mimeType }: GoogleFile) => ({ fileData: { fileUri: uri, mimeType } });

function upload(name: string, type: string, config: Body = { displayName: name }): Promise<GoogleFile> {
  return client().files.upload({ file: new Blob([bytesOf(name)], { type }), config });
}

describe("files of Google's client", () => {
  test("are uploaded, read, listed page by page and deleted", async () => {
    const { files } = client();
    const made = [await upload("a.pdf", "application/pdf"), await upload("a.txt", "text/plain")];
    expect(made[0]).toMatchObject({
      name: expect.stringMatching(/^files\/file-sb-[0-9a-f]{32}$/),
      displayName: "a.pdf",
      mimeType: "application/pdf",
      sizeBytes: String(bytesOf("a.pdf").length),
      uri: `${gateway.url}/v1beta/${made[0]?.name}`,
      state: "ACTIVE",
      source: "UPLOADED",
    });
    for (const file of made) expect(await files.get({ name: file.name as string })).toEqual(file);
    const listed: GoogleFile[] = [];
    for await (const file of await files.list({ config: { pageSize: 1 } })) listed.push(file);
    expect(listed).toEqual(made.toReversed());
    for (const file of made) await files.delete({ name: file.name as string });
    expect((await files.list()).page).toEqual([]);
    await expect(files.get({ name: made[0]?.name as string })).rejects.toThrow(/"status":"NOT_FOUND"/);
  });

  test.each([
    ["a.pdf", "application/pdf", { inlineData: { mimeType: "application/pdf" } }],
    ["a.png", "image/png", { inlineData: { mimeType: "image/png" } }],
    ["a.mp3", "audio/mp3", { inlineData: { mimeType: "audio/mpeg" } }],
    ["a.mp4", "video/mp4", { inlineData: { mimeType: "video/mp4" } }],
    ["a.webm", "video/webm", { inlineData: { mimeType: "video/webm" } }],
    ["a.csv", "text/csv", { text: expect.stringMatching(/^a\.csv\n\nname,age/) }],
  ])("reach a model by their address: %s", async (name, type, part) => {
    const file = await upload(name, type);
    await client().models.generateContent({ model: FLASH, contents: [partOf(file), "Describe it"] });
    expect(sentParts()).toMatchObject([part, { text: "Describe it" }]);
    if ("inlineData" in part)
      expect(sentParts()[0]).toMatchObject({ inlineData: { data: Buffer.from(bytesOf(name)).toString("base64") } });
  });

  test("reach any provider's model, and a video keeps its settings at Google", async () => {
    const image = await upload("a.png", "image/png");
    await responsesOf(gateway, asking(partOf(image)), { model: "openai/gpt-5-mini" });
    expect(JSON.stringify(upstream.requests.at(-1)?.body)).toContain(Buffer.from(bytesOf("a.png")).toString("base64"));
    const video = await upload("a.mp4", "video/mp4");
    await responsesOf(gateway, asking({ ...partOf(video), videoMetadata: { fps: 2 } }, { text: "Describe it" }));
    expect(sentParts()[0]).toMatchObject({ inlineData: { mimeType: "video/mp4" }, videoMetadata: { fps: 2 } });
  });

  test("are below the API's own address too", async () => {
    const { name = "" } = await upload("a.pdf", "application/pdf");
    const found = await gateway.call("GET", `/gemini/files/${name.slice(6)}`);
    expect(found.body).toMatchObject({ name });
    expect((await gateway.call("GET", "/gemini/files")).body.files[0]).toEqual(found.body);
    const { headers } = await gateway.call("POST", "/gemini/upload");
    const address = headers.get("x-goog-upload-url") as string;
    expect(address).toContain(`${gateway.url}/upload/v1beta/files?upload_id=`);
    const own = `${gateway.url}/api/v1/gemini/upload/content${new URL(address).search}`;
    const sent = await (await fetch(own, { method: "POST", body: bytesOf("a.txt") })).json();
    expect(sent.file).toMatchObject({ mimeType: "text/plain", sizeBytes: String(bytesOf("a.txt").length) });
    await client().files.delete({ name: sent.file.name });
    expect((await gateway.call("DELETE", `/gemini/files/${name.slice(6)}`)).body).toEqual({});
  });

  test("are those of /files, which OpenAI's clients have at the same address", async () => {
    const { name = "" } = await upload("a.pdf", "application/pdf");
    const id = name.replace("files/", "");
    expect((await gateway.call("GET", `/files/${id}`)).body).toMatchObject({ id, filename: "a.pdf" });
    const key = gateway.managementKey;
    // Any header may carry the key: only Google's own clients get Google's form there.
    for (const headers of [{ authorization: `Bearer ${key}` }, { "x-goog-api-key": key }] as HeadersInit[]) {
      const found = await fetch(`${gateway.url}/v1/files/${id}`, { headers });
      expect(await found.json()).toMatchObject({ id, filename: "a.pdf" });
    }
    expect((await gateway.call("GET", "/gemini/files?pageToken=x")).body.error.message).toContain(
      "pageToken: does not",
    );
    const response = await fetch(`${gateway.url}/v1beta/${name}:download?alt=media&key=${gateway.managementKey}`);
    expect(await response.json()).toMatchObject({ error: { message: "An uploaded file cannot be downloaded" } });
  });

  test("are sent in pieces if they are large", async () => {
    const bytes = Buffer.concat([bytesOf("a.pdf"), Buffer.alloc(17 * 1024 * 1024, " ")]);
    const file = await client().files.upload({ file: new Blob([bytes]), config: { mimeType: "application/pdf" } });
    expect(file).toMatchObject({
      sizeBytes: String(bytes.length),
      mimeType: "application/pdf",
      displayName: "unnamed",
    });
    await client().models.generateContent({ model: FLASH, contents: [partOf(file)] });
    const [part] = sentParts() as [{ inlineData: { data: string } }];
    // Not compared by the test runner: it would print the difference of two such texts.
    expect(Buffer.from(part.inlineData.data, "base64").equals(bytes)).toBe(true);
  });

  test("belong to a workspace", async () => {
    const { name = "", uri = "" } = await upload("a.pdf", "application/pdf");
    const { body } = await gateway.call("POST", "/workspaces", { name: "Other", slug: "other" });
    const { key } = await gateway.newKey({ workspace_id: body.data.id });
    await expect(clientOf(key).files.get({ name })).rejects.toThrow(/"status":"NOT_FOUND"/);
    expect((await clientOf(key).files.list()).page).toEqual([]);
    const asked = clientOf(key).models.generateContent({ model: FLASH, contents: [partOf({ uri })] });
    await expect(asked).rejects.toThrow(/No such file/);
  });

  test.each([
    ["a name", { name: "files/mine" }, /file\.name: the gateway names files itself/],
    ["a file without a known type", {}, /Unsupported file type/],
  ])("are rejected with %s", async (_, config, message) => {
    const file = new Blob([new Uint8Array([0, 1, 2, 255])], { type: "application/pdf" });
    await expect(client().files.upload({ file, config })).rejects.toThrow(message);
  });
});
