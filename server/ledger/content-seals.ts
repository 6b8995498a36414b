import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Reseal } from "#server/data/content-seals.ts";
import type { ContentRow, StoredContentRow } from "#server/data/generation-contents.ts";

/** Compresses and seals contents for storage, and opens them. */
export type ContentSeals = {
  seal(row: ContentRow): StoredContentRow;
  /**
   * Returns the texts of a row; those of a row without a seal as they are. Returns undefined if the seal cannot be
   * opened: its secret is unknown, or it was changed or copied from another row.
   */
  open(row: StoredContentRow): ContentRow | undefined;
};

/** Seals bytes for one row, named by an id. */
type Sealing = {
  seal(bytes: Buffer, rowId: string): Buffer;
  open(sealed: Buffer, rowId: string): Buffer | undefined;
};

/** Creates the seals of contents. Each is bound to the workspace and the id of its generation. */
export function createContentSeals(vault: Sealing): ContentSeals {
  return {
    seal({ input, output, error, ...row }) {
      const sealed = vault.seal(zstdCompressSync(pack([input, output, error])), contentRowId(row));
      return {
        ...row,
        plainInput: null,
        plainOutput: null,
        plainError: null,
        sealed,
        sizeBytes: sizeOf(input, output),
      };
    },
    open({ plainInput, plainOutput, plainError, sealed, sizeBytes: _, ...row }) {
      if (!sealed) return { ...row, input: plainInput, output: plainOutput, error: plainError };
      const bytes = vault.open(sealed, contentRowId(row));
      if (!bytes) return undefined;
      const [input = null, output = null, error = null] = unpack(zstdDecompressSync(bytes));
      return { ...row, input, output, error };
    },
  };
}

/** Returns how a rotation replaces a content's seal: with the current key, and compressed if it was in plain text. */
export function contentReseal(vault: Sealing & { isCurrent(sealed: Buffer): boolean }): Reseal {
  return ({ input, output, error, sealed, sizeBytes, ...row }) => {
    const rowId = contentRowId(row);
    if (!sealed) {
      const bytes = zstdCompressSync(pack([input, output, error]));
      return { sealed: vault.seal(bytes, rowId), sizeBytes: sizeOf(input, output) };
    }
    const bytes = vault.open(sealed, rowId);
    if (!bytes) return "unopened";
    return vault.isCurrent(sealed) ? "current" : { sealed: vault.seal(bytes, rowId), sizeBytes: sizeBytes ?? 0 };
  };
}

/** Returns the id that a content is sealed for. */
function contentRowId({ workspaceId, id }: Pick<ContentRow, "workspaceId" | "id">): string {
  return `${workspaceId}:${id}`;
}

function sizeOf(...texts: (string | null)[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ""), 0);
}

const LENGTH_BYTES = 4;
const NONE = 0xffffffff;

// Each text after its length. As JSON, the texts, which are JSON themselves, would be escaped twice.
function pack(texts: readonly (string | null)[]): Buffer {
  const parts = texts.flatMap((text) => {
    const bytes = Buffer.from(text ?? "");
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(text === null ? NONE : bytes.length);
    return [length, bytes];
  });
  return Buffer.concat(parts);
}

function unpack(bytes: Buffer): (string | null)[] {
  const texts: (string | null)[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32LE(at);
    at += LENGTH_BYTES;
    if (length === NONE) texts.push(null);
    else {
      texts.push(bytes.toString("utf8", at, at + length));
      at += length;
    }
  }
  return texts;
}
