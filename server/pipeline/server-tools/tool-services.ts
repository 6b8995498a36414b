import type { EmbeddingsRequest } from "#lib/contract/embeddings.ts";
import type { ImageRequest } from "#lib/contract/images.ts";
import type { SpeechRequest } from "#lib/contract/speech.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { ImageOutput, ImagePiece } from "#server/providers/image/image-output.ts";
import type { Embedded } from "#server/providers/media.ts";
import type { MediaOperation } from "../media/media-operation.ts";

/** The parts of higher layers that server tools use: the gateway's own operations and the workspace's files. */
export type ToolServices = {
  images: MediaOperation<ImageRequest, ImageOutput, ImagePiece>;
  speech: MediaOperation<SpeechRequest, never, Uint8Array>;
  embeddings: MediaOperation<EmbeddingsRequest, Embedded>;
  /** Returns the bytes of a stored file. */
  readFile(id: string): Promise<Buffer>;
  /** Stores a file that a tool created, in the caller's workspace. Returns its id. */
  keepFile(principal: Principal, filename: string, mimeType: string, bytes: Uint8Array): Promise<string>;
};
