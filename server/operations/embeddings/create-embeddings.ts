import { createEmbeddings as endpoint } from "#lib/contract/embeddings.ts";
import { operation } from "#server/http/operation.ts";
import { runMedia } from "#server/pipeline/run-media.ts";
import { embeddings } from "./embeddings.ts";

export const createEmbeddings = operation(endpoint)((gateway, call) => runMedia(gateway, embeddings, call));
