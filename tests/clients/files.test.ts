import Anthropic from "@anthropic-ai/sdk";
import { OpenRouter } from "@openrouter/sdk";
import OpenAI, { toFile } from "openai";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

let key: string;

const gateway = sharedGateway();

beforeAll(async () => {
  key = (await gateway.newKey()).key;
});

const CONTENT = Buffer.from("Some text.");

describe("files with the clients' own methods", () => {
  test("openai: uploaded, read, listed page by page, deleted, and not downloaded", async () => {
    const client = new OpenAI({ apiKey: key, baseURL: `${gateway.url}/api/v1` });
    const sent = [];
    for (let index = 0; index < 3; index++) {
      sent.unshift(await client.files.create({ file: await toFile(CONTENT, `${index}.txt`), purpose: "vision" }));
    }
    const first = sent[0] as OpenAI.FileObject;
    expect(first).toMatchObject({
      object: "file",
      bytes: 10,
      filename: "2.txt",
      purpose: "vision",
      status: "processed",
    });
    expect(await client.files.retrieve(first.id)).toEqual(first);
    const listed = await Array.fromAsync(client.files.list({ limit: 2 }));
    expect(listed.map(({ id }) => id)).toEqual(sent.map(({ id }) => id));
    await expect(client.files.content(first.id)).rejects.toMatchObject({ status: 400 });
    expect(await client.files.delete(first.id)).toMatchObject({ id: first.id, object: "file", deleted: true });
    await expect(client.files.retrieve(first.id)).rejects.toMatchObject({ status: 404 });
  });

  test("@anthropic-ai/sdk: the same", async () => {
    const { files } = new Anthropic({ apiKey: key, baseURL: `${gateway.url}/api` }).beta;
    const sent = [];
    for (let index = 0; index < 3; index++) {
      sent.unshift(await files.upload({ file: await toFile(CONTENT, `${index}.md`) }));
    }
    const id = sent[0]?.id as string;
    expect(sent[0]).toMatchObject({ type: "file", filename: "2.md", mime_type: "text/plain", size_bytes: 10 });
    expect(await files.retrieveMetadata(id)).toMatchObject({ id, downloadable: false });
    const listed = await Array.fromAsync(files.list({ limit: 2 }));
    expect(listed.slice(0, 3).map((file) => file.id)).toEqual(sent.map((file) => file.id));
    await expect(files.download(id)).rejects.toMatchObject({ status: 400 });
    expect(await files.delete(id)).toMatchObject({ id, type: "file_deleted" });
    await expect(files.retrieveMetadata(id)).rejects.toMatchObject({ status: 404 });
  });

  test("@openrouter/sdk: the same", async () => {
    const { files } = new OpenRouter({ apiKey: key, serverURL: `${gateway.url}/api/v1` });
    const sent: string[] = [];
    for (let index = 0; index < 3; index++) {
      const made = await files.upload({ requestBody: { file: { fileName: `${index}.txt`, content: CONTENT } } });
      expect(made).toMatchObject({ shape: "openrouter", filename: `${index}.txt`, sizeBytes: 10, downloadable: false });
      sent.unshift((made as { id: string }).id);
    }
    const fileId = sent[0] as string;
    expect(await files.retrieve({ fileId })).toMatchObject({ shape: "openrouter", id: fileId });
    const pages = await Array.fromAsync(await files.list({ limit: 2 }));
    const listed = pages.flatMap(({ result }) => (result as { data: { id: string }[] }).data.map(({ id }) => id));
    expect(listed.slice(0, 3)).toEqual(sent);
    await expect(files.download({ fileId })).rejects.toMatchObject({ statusCode: 400 });
    expect(await files.delete({ fileId })).toMatchObject({ shape: "openrouter", id: fileId });
    await expect(files.retrieve({ fileId })).rejects.toMatchObject({ statusCode: 404 });
  });
});
