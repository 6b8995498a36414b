import type { Endpoint, EndpointResponse, Exchange } from "../endpoint.ts";
import { google } from "../gemini/conventions.ts";
import { mp4 } from "./video-file.ts";

type Operation = { polls: number; willFail: boolean };

/**
 * Veo's operations: in progress at the first poll, done (or failed) at the second; downloading the file requires the
 * key.
 */
export const geminiVideos: Endpoint[] = [
  { method: "POST", path: /\/models\/[^/]+:predictLongRunning$/, conventions: google, answer: create },
  { method: "GET", path: /\/v1beta\/models\/[^/]+\/operations\/[^/]+$/, conventions: google, answer: poll },
  { method: "GET", path: /\/v1beta\/files\/[^/]+:download$/, conventions: google, answer: download },
];

function create({ request, newId, jobs, fault }: Exchange): EndpointResponse {
  const model = request.path.match(/\/models\/([^/:]+):/)?.[1] ?? "";
  const name = `models/${model}/operations/${newId("", 12)}`;
  jobs.set(name, { polls: 0, willFail: fault.jobFails === true } satisfies Operation);
  return { json: { name } };
}

function poll({ request, jobs }: Exchange): EndpointResponse {
  const name = request.path.slice(request.path.indexOf("/v1beta/") + "/v1beta/".length);
  const operation = jobs.get(name) as Operation | undefined;
  if (!operation)
    return { status: 404, json: google.error(404, { model: "", message: "No such operation", requestId: "" }) };
  operation.polls += 1;
  if (operation.polls === 1) return { json: { name } };
  if (operation.willFail)
    return { json: { name, done: true, error: { code: 13, message: "Video generation failed." } } };
  const origin = `http://${request.headers.host}${request.path.slice(0, request.path.indexOf("/v1beta/"))}`;
  const uri = `${origin}/v1beta/files/${name.split("/").at(-1)}:download?alt=media`;
  const type = "type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse";
  const response = { "@type": type, generateVideoResponse: { generatedSamples: [{ video: { uri } }] } };
  return { json: { name, done: true, response } };
}

function download(): EndpointResponse {
  return { bytes: mp4(), contentType: "video/mp4", pieceBytes: 1024 };
}
