import { createSpeech as endpoint } from "#lib/contract/speech.ts";
import { operation } from "#server/http/operation.ts";
import { runMedia } from "#server/pipeline/run-media.ts";
import { speech } from "./speech.ts";

export const createSpeech = operation(endpoint)((gateway, call) => runMedia(gateway, speech, call));
