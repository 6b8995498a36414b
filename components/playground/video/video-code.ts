import { KEY_VARIABLE } from "#lib/request-samples.ts";
import { curlCode } from "../code/code-http.ts";
import { openaiNodeClient } from "../code/code-node.ts";
import { callArguments, openaiPythonClient } from "../code/code-python.ts";
import type { CodeSample } from "../code/code-samples.ts";
import { type Json, recordOf, recordsOf } from "../read-json.ts";

const PYTHON_ARGUMENTS = new Set(["model", "prompt", "seconds", "size", "input_reference"]);
const SECONDS_BETWEEN = 3;

/** Returns code for a video from submission to file, which takes several requests in every language. */
export function videoSamples(body: Json, origin: string): readonly CodeSample[] {
  const baseUrl = `${origin}/api/v1`;
  const openai = openaiBody(body);
  return [
    { id: "curl", label: "curl", code: curlVideo(`${baseUrl}/videos`, body) },
    { id: "fetch", label: "fetch", code: fetchVideo(`${baseUrl}/videos`, body) },
    { id: "openai-node", label: "OpenAI Node", code: nodeVideo(baseUrl, openai) },
    { id: "openai-python", label: "OpenAI Python", code: pythonVideo(baseUrl, openai) },
  ];
}

/** The same in the format of OpenAI's clients, which send a form: fields it lacks are sent as text. */
function openaiBody({ duration, frame_images: frames, input_references: references, ...body }: Json): Json {
  const [first, ...others] = recordsOf(frames).toSorted((one) => (one.frame_type === "first_frame" ? -1 : 1));
  const isFirst = first?.frame_type === "first_frame";
  const left = isFirst ? others : recordsOf(frames);
  return {
    ...body,
    ...(duration !== undefined && { seconds: String(duration) }),
    ...(isFirst && { input_reference: { image_url: recordOf(first.image_url).url } }),
    ...(left.length > 0 && { frame_images: JSON.stringify(left) }),
    ...(references !== undefined && { input_references: JSON.stringify(references) }),
  };
}

function curlVideo(url: string, body: Json): string {
  const key = `-H "Authorization: Bearer $${KEY_VARIABLE}"`;
  const begin = curlCode(url, body).replace("curl ", "curl -s ");
  return `# Starts the video.
started=$(${begin})
echo "$started"
job=$(echo "$started" | sed -n 's/.*"id":"\\([^"]*\\)".*/\\1/p')

# Waits until it is finished.
while curl -s ${url}/$job ${key} |
  grep -qE '"status":"(pending|in_progress)"'; do sleep ${SECONDS_BETWEEN}; done

curl --fail -sS ${url}/$job/content ${key} --output video.mp4
`;
}

function fetchVideo(url: string, body: Json): string {
  const json = JSON.stringify(body, null, 2).replaceAll("\n", "\n  ");
  return `import { writeFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

const url = ${JSON.stringify(url)};
const headers = {
  Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,
  "Content-Type": "application/json",
};

async function ask(address, options) {
  const response = await fetch(address, { headers, ...options });
  if (!response.ok) throw new Error(await response.text());
  return response;
}

const started = await ask(url, {
  method: "POST",
  body: JSON.stringify(${json}),
});
let job = await started.json();
while (["pending", "in_progress"].includes(job.status)) {
  await setTimeout(${SECONDS_BETWEEN}000);
  job = await (await ask(\`\${url}/\${job.id}\`)).json();
}
if (job.status !== "completed") throw new Error(\`The video is \${job.status}: \${job.error}\`);
const video = await ask(\`\${url}/\${job.id}/content\`);
await writeFile("video.mp4", Buffer.from(await video.arrayBuffer()));
`;
}

function nodeVideo(baseUrl: string, body: Json): string {
  return `import { writeFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
${openaiNodeClient(baseUrl)}let job = await client.videos.create(${JSON.stringify(body, null, 2)});
while (["queued", "in_progress"].includes(job.status)) {
  await setTimeout(${SECONDS_BETWEEN}000);
  job = await client.videos.retrieve(job.id);
}
if (job.status !== "completed") throw new Error(job.error?.message);
const video = await client.videos.downloadContent(job.id);
await writeFile("video.mp4", Buffer.from(await video.arrayBuffer()));
`;
}

function pythonVideo(baseUrl: string, body: Json): string {
  const open = openaiPythonClient(baseUrl).replace("import os\n", "import os\nimport time\n");
  return `${open}job = client.videos.create(
${callArguments(body, PYTHON_ARGUMENTS)})
while job.status in ("queued", "in_progress"):
    time.sleep(${SECONDS_BETWEEN})
    job = client.videos.retrieve(job.id)
if job.status != "completed":
    raise RuntimeError(job.error.message)
client.videos.download_content(job.id).write_to_file("video.mp4")
`;
}
