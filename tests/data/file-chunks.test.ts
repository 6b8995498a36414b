import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureOrganization } from "#server/auth/set-up.ts";
import { insertChunks, preparePgvector } from "#server/data/file-chunks.ts";
import { insertFile, markFileStored } from "#server/data/files.ts";
import { searchChunks } from "#server/pipeline/server-tools/file-search/search-chunks.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";

describe.each(databases)("on %s", (name, open) => {
  let opened: TestDatabase;
  let workspaceId = "";
  beforeAll(async () => {
    opened = await open();
    workspaceId = (await ensureOrganization(opened.database)).workspace.id;
  });
  afterAll(() => opened.close());

  test("the nearest chunks come first, with and without pgvector", async () => {
    const { queries } = opened.database;
    expect(await preparePgvector(queries)).toBe(name === "the embedded database");
    const file = { workspaceId, filename: "a.txt", mimeType: "text/plain", sizeBytes: 1, purpose: "user_data" };
    await insertFile(queries, { ...file, id: "file-sb-a", downloadable: false });
    await markFileStored(queries, "file-sb-a");
    const chunks = [
      [1, 0],
      [0.6, 0.8],
      [0, 1],
    ].map((vector, position) => ({ position, text: `piece ${position}`, vector }));
    await insertChunks(queries, "file-sb-a", "m", "h", [...chunks, { position: -1, text: "", vector: [] }]);
    const scope = { workspaceId, model: "m" };
    const found = await searchChunks(queries, scope, [0, 2], 2);
    expect(found.map(({ position, filename }) => [position, filename])).toEqual([
      [2, "a.txt"],
      [1, "a.txt"],
    ]);
    expect(found.map(({ score }) => Math.round(score * 100))).toEqual([100, 80]);
    expect(await searchChunks(queries, { ...scope, fileIds: ["file-sb-b"] }, [0, 2], 2)).toEqual([]);
    expect(await searchChunks(queries, { ...scope, model: "other" }, [0, 2], 2)).toEqual([]);
  });
});
