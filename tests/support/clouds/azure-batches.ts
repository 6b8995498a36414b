import { parseForm, type UploadedFile } from "#tests/support/upstream/multipart.ts";
import type { CloudRequest, FrontReply } from "./front.ts";

/** An input file as Azure knows it: how often it was read, and the deployments that its lines name. */
type InputFile = { reads: number; deployments: string[] };

/**
 * Returns Azure's files and batches before the fake OpenAI. A file is `pending` when it is first read, a batch needs one
 * that is `processed`, and all of its lines must name the same batch deployment.
 */
export function azureBatches(batchDeployments: Record<string, string>) {
  const files = new Map<string, InputFile>();
  return (request: CloudRequest, path: string): FrontReply => {
    const query = new URLSearchParams(request.query);
    query.delete("api-version");
    const to = `/openai/v1${path}?${query}`;
    if (request.method === "POST" && path === "/files") return upload(request, to);
    const [, id = ""] = /^\/files\/([^/]+)$/.exec(path) ?? [];
    const file = files.get(id);
    if (request.method === "GET" && file)
      return { to, reframe: withStatus(file.reads++ > 0 ? "processed" : "pending") };
    if (request.method !== "POST" || path !== "/batches") return { to };
    const order = JSON.parse(request.raw.toString()) as { input_file_id: string; completion_window: string };
    return refuse(files.get(order.input_file_id), order) ?? { to };
  };

  function upload(request: CloudRequest, to: string): FrontReply {
    const form = parseForm(request.raw, request.headers["content-type"] ?? "");
    const file = form.file as UploadedFile;
    const lines = file.bytes.toString("utf8").trimEnd().split("\n");
    const deployments = [...new Set(lines.map((line) => JSON.parse(line).body.model as string))];
    const named = lines.map((line) => {
      const { body, ...rest } = JSON.parse(line);
      return JSON.stringify({ ...rest, body: { ...body, model: batchDeployments[body.model] ?? body.model } });
    });
    const { boundary, body } = formOf(String(form.purpose), file.filename, named.join("\n"));
    request.headers["content-type"] = `multipart/form-data; boundary=${boundary}`;
    const remember = async (response: Response) => {
      const record = (await response.json()) as { id: string };
      files.set(record.id, { reads: 0, deployments });
      return jsonOf({ ...record, status: "pending" });
    };
    return { to, body, reframe: remember };
  }

  function refuse(file: InputFile | undefined, order: { input_file_id: string; completion_window: string }) {
    if (!file) return error("input_file_not_found", "The input file does not exist.");
    if (file.reads < 2)
      return error(
        "invalidPayload",
        `The input file '${order.input_file_id}' is in 'pending' state. Only files with status 'Processed' are accepted for batch inferencing.`,
      );
    if (order.completion_window !== "24h") return error("invalidPayload", "completion_window must be 24h");
    const [deployment = ""] = file.deployments;
    if (file.deployments.length > 1) return error("model_mismatch", "All requests must point to the same deployment.");
    return batchDeployments[deployment] ? undefined : error("model_not_found", `No batch deployment ${deployment}.`);
  }
}

function formOf(purpose: string, filename: string, text: string) {
  const boundary = "azure-boundary";
  const field = `--${boundary}\r\ncontent-disposition: form-data; name="purpose"\r\n\r\n${purpose}\r\n`;
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n`;
  const body = `${field}${head}content-type: application/jsonl\r\n\r\n${text}\r\n--${boundary}--\r\n`;
  return { boundary, body };
}

function withStatus(status: string) {
  return async (response: Response) => jsonOf({ ...((await response.json()) as object), status });
}

function jsonOf(value: object) {
  return { headers: { "content-type": "application/json" }, chunks: [Buffer.from(JSON.stringify(value))] };
}

function error(code: string, message: string): FrontReply {
  return { status: 400, json: { error: { code, message } } };
}
