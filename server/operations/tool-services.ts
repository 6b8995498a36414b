import { buffer } from "node:stream/consumers";
import { ownerOf } from "#server/auth/ownership.ts";
import type { Gateway } from "#server/gateway.ts";
import type { ToolServices } from "#server/pipeline/server-tools/tool-services.ts";
import { storeGeneratedFile } from "#server/storage/store-file.ts";
import { speech } from "./audio/speech.ts";
import { embeddings } from "./embeddings/embeddings.ts";
import { images } from "./images/images.ts";

const services = new WeakMap<Gateway, ToolServices>();

/** Returns the operations that the server tools of text calls use. */
export function toolServices(gateway: Gateway): ToolServices {
  const known = services.get(gateway);
  if (known) return known;
  const made: ToolServices = {
    images,
    speech,
    embeddings,
    readFile: async (id) => buffer(await gateway.storage.open(id)),
    async keepFile(principal, filename, mimeType, bytes) {
      const owner = { workspaceId: principal.workspaceId, ...ownerOf(principal) };
      const file = { ...owner, filename, mimeType, bytes: pieces(bytes) };
      return (await storeGeneratedFile(gateway, file)).id;
    },
  };
  services.set(gateway, made);
  return made;
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}
