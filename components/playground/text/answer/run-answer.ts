import { type Json, recordOf } from "#components/playground/read-json.ts";
import { keyHeader } from "#components/playground/request-key/stored-key.ts";
import { type Answer, type AnswerError, isRunning } from "#components/playground/result/answer.ts";
import { failureOf } from "#components/playground/result/failure-of.ts";
import { call } from "#lib/api/client.ts";
import { stream } from "#lib/api/sse.ts";
import { createMessage } from "#lib/contract/messages.ts";
import { createResponse } from "#lib/contract/responses.ts";
import { applyMessagesEvent, wholeMessage } from "./apply-messages-event.ts";
import { applyResponsesEvent, wholeResponse } from "./apply-responses-event.ts";
import { cancelFrame, onNextFrame } from "./frame-queue.ts";

/** A request in progress. `onChange` is called at most once per frame, and at once with the final state. */
export type Run = {
  answer: Answer;
  body: Json;
  workspace: string;
  signal: AbortSignal;
  onChange: (answer: Answer) => void;
};

const HEADERS = { "x-service-metadata": "enabled", "x-response-events": "openai" };
const ENDPOINTS = { responses: createResponse, messages: createMessage } as const;
const APPLY_EVENT = { responses: applyResponsesEvent, messages: applyMessagesEvent } as const;
const WHOLES = { responses: wholeResponse, messages: wholeMessage } as const;

/** Makes a request and reports its growing response. Never rejects: an error is part of the response. */
export async function runAnswer(run: Run): Promise<Answer> {
  const live = createFrameUpdates(run);
  try {
    if (run.answer.streamed) await runStream(run, live);
    else await runWhole(run, live);
    live.update((answer) => (isRunning(answer) ? failAnswer(answer, CUT) : answer));
  } catch (thrown) {
    live.update((answer) =>
      run.signal.aborted ? { ...answer, status: "stopped" } : failAnswer(answer, failureOf(thrown)),
    );
  }
  return live.end();
}

async function runStream({ answer, body, workspace, signal }: Run, live: Live): Promise<void> {
  const applyEvent = APPLY_EVENT[answer.dialect];
  const onOpen = (response: Response) => {
    const generationId = response.headers.get("x-generation-id");
    if (generationId) live.update((current) => ({ ...current, generationId }));
  };
  const events = stream(ENDPOINTS[answer.dialect], {
    body: body as never,
    workspace,
    signal,
    headers: { ...HEADERS, ...keyHeader(workspace) },
    onOpen,
  });
  for await (const { data } of events)
    live.update((current) => withFirstContentTime(applyEvent(current, recordOf(data))));
}

async function runWhole({ answer, body, workspace, signal }: Run, live: Live): Promise<void> {
  const response = await call(ENDPOINTS[answer.dialect], {
    body: body as never,
    workspace,
    signal,
    headers: { ...HEADERS, ...keyHeader(workspace) },
  });
  const generationId = String(recordOf(response).id ?? "");
  live.update((current) => ({ ...WHOLES[answer.dialect](current, recordOf(response)), generationId }));
}

function withFirstContentTime(answer: Answer): Answer {
  if (answer.firstContentMs !== undefined || answer.status === "waiting") return answer;
  return { ...answer, firstContentMs: performance.now() };
}

type Live = { update: (change: (answer: Answer) => Answer) => void; end: () => Answer };

/** Collects changes and reports them in the next frame, so that a fast stream costs one render each. */
function createFrameUpdates({ answer, onChange }: Run): Live {
  let current = answer;
  const publish = () => onChange(current);
  return {
    update(change) {
      current = change(current);
      onNextFrame(publish);
    },
    end() {
      cancelFrame(publish);
      current = { ...current, endedMs: performance.now() };
      publish();
      return current;
    },
  };
}

const CUT: AnswerError = { status: null, message: "The stream ended before the response was complete." };

function failAnswer(answer: Answer, error: AnswerError): Answer {
  return { ...answer, status: "failed", error };
}
