import { createSpeech as endpoint } from "#lib/contract/speech.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { runMedia } from "#server/pipeline/run-media.ts";
import { speech } from "./speech.ts";

export const createSpeech = operation(endpoint)((call) => runMedia(gateway(), speech, call));
