import { rerank as endpoint } from "#lib/contract/rerank.ts";
import { operation } from "#server/http/operation.ts";
import { runMedia } from "#server/pipeline/run-media.ts";
import { reranking } from "./reranking.ts";

export const rerank = operation(endpoint)((gateway, call) => runMedia(gateway, reranking, call));
