import { createEmbeddings as endpoint } from "#lib/contract/embeddings.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { runMedia } from "#server/pipeline/run-media.ts";
import { embeddings } from "./embeddings.ts";

export const createEmbeddings = operation(endpoint)((call) => runMedia(gateway(), embeddings, call));
