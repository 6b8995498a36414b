import { newId } from "#components/playground/new-id.ts";
import { type Answer, newAnswer } from "#components/playground/result/answer.ts";
import { requestBody } from "../code/request-body.ts";
import {
  type Decision,
  openCalls,
  type ToolResult,
  type Turn,
  turnsBefore,
  type UserTurn,
} from "../pane/conversation.ts";
import { type Draft, emptyDraft, isBusy, type Pane, type PlaygroundState, withPane } from "../pane/pane.ts";
import type { Store } from "../pane/store.ts";
import { runAnswer } from "./run-answer.ts";

type Surroundings = {
  workspace: string;
  /** Returns the parameters that a model supports; undefined if the catalogue does not know it. */
  supportedBy: (model: string) => readonly string[] | undefined;
  /** Called when a response has ended. */
  onEnd: (answer: Answer, model: string) => void;
};

/**
 * Creates the actions that call models. `surroundings` is read at each call, since it changes while the page is open.
 */
export function runActions(store: Store<PlaygroundState>, surroundings: () => Surroundings) {
  const controllers = new Map<string, AbortController>();

  const paneOf = (paneId: string) => store.get().panes.find(({ id }) => id === paneId);
  const setTurns = (paneId: string, turns: readonly Turn[]) =>
    store.set((state) => withPane(state, paneId, (pane) => ({ ...pane, turns })));

  function stop(paneId: string): void {
    controllers.get(paneId)?.abort();
  }

  /** Sends these turns to a pane's model. */
  async function ask(paneId: string, turns: readonly Turn[]): Promise<void> {
    const pane = paneOf(paneId);
    if (!pane || pane.model === "") return;
    const { dialect } = store.get();
    const { workspace, supportedBy, onEnd } = surroundings();
    const { model, settings } = pane;
    const turn: Turn = {
      id: newId(),
      role: "assistant",
      answer: newAnswer(dialect, model, settings.stream, performance.now()),
    };
    const body = requestBody({ dialect, model, settings, supported: supportedBy(model), turns });
    const controller = new AbortController();
    controllers.set(paneId, controller);
    setTurns(paneId, [...turns, turn]);
    announce(store, `${model} is responding.`);
    const answer = await runAnswer({
      answer: turn.answer,
      body,
      workspace,
      signal: controller.signal,
      onChange: (answer) => store.set((state) => withAnswer(state, paneId, turn.id, answer)),
    });
    if (controllers.get(paneId) === controller) controllers.delete(paneId);
    announce(store, ENDINGS[answer.status](model));
    onEnd(answer, model);
  }

  const sendTo = (pane: Pane, { text, attachments }: Draft) => {
    if (isBusy(pane)) return;
    void ask(pane.id, [...pane.turns, userTurn(text, attachments, emptyResults(pane.turns))]);
  };

  return {
    stop,
    stopAll() {
      for (const { id } of store.get().panes) stop(id);
    },
    /** Sends the draft: to all panes if prompts are synced, otherwise to the named one. */
    send(paneId?: string) {
      const { synced, draft, panes } = store.get();
      if (synced) {
        if (isEmpty(draft) || panes.every(isBusy)) return;
        store.set((state) => ({ ...state, draft: emptyDraft }));
        for (const pane of panes) sendTo(pane, draft);
        return;
      }
      const pane = panes.find(({ id }) => id === paneId);
      if (!pane || isEmpty(pane.draft) || isBusy(pane)) return;
      store.set((state) => withPane(state, pane.id, (one) => ({ ...one, draft: emptyDraft })));
      sendTo(pane, pane.draft);
    },
    sendText(paneId: string | undefined, text: string) {
      const panes = store.get().panes.filter(({ id }) => paneId === undefined || id === paneId);
      for (const pane of panes) sendTo(pane, { text, attachments: [] });
    },
    sendToolResults(paneId: string, results: readonly ToolResult[]) {
      const pane = paneOf(paneId);
      if (pane && !isBusy(pane)) void ask(paneId, [...pane.turns, userTurn("", [], results)]);
    },
    /** Continues with the user's decisions about calls that wait for approval. */
    decide(paneId: string, decisions: readonly Decision[]) {
      const pane = paneOf(paneId);
      if (!pane || isBusy(pane)) return;
      void ask(paneId, [...pane.turns, { ...userTurn("", [], emptyResults(pane.turns)), decisions }]);
    },
    /** Requests a response again, at its place in the conversation. */
    retry(paneId: string, turnId: string) {
      const pane = paneOf(paneId);
      if (pane && !isBusy(pane)) void ask(paneId, turnsBefore(pane.turns, turnId));
    },
    /** Replaces a message in the conversation; later ones are dropped. */
    edit(paneId: string, turnId: string, text: string) {
      const pane = paneOf(paneId);
      const turn = pane?.turns.find(({ id }) => id === turnId);
      if (!pane || turn?.role !== "user" || isBusy(pane)) return;
      void ask(paneId, [...turnsBefore(pane.turns, turnId), { ...turn, id: newId(), text }]);
    },
  };
}

const ENDINGS: Record<Answer["status"], (model: string) => string> = {
  waiting: () => "",
  streaming: () => "",
  done: (model) => `${model} has responded.`,
  stopped: (model) => `The response from ${model} was stopped.`,
  failed: (model) => `The response from ${model} failed.`,
};

function announce(store: Store<PlaygroundState>, announcement: string): void {
  store.set((state) => ({ ...state, announcement }));
}

/** Both dialects reject a conversation with open calls, so they get empty results. */
function emptyResults(turns: readonly Turn[]): ToolResult[] {
  return openCalls(turns).map(({ id, name }) => ({ callId: id, name, output: "" }));
}

function userTurn(text: string, attachments: UserTurn["attachments"], toolResults: readonly ToolResult[]): UserTurn {
  return { id: newId(), role: "user", text, attachments, toolResults };
}

function isEmpty({ text, attachments }: Draft): boolean {
  return text.trim() === "" && attachments.length === 0;
}

function withAnswer(state: PlaygroundState, paneId: string, turnId: string, answer: Answer): PlaygroundState {
  return withPane(state, paneId, (pane) => ({
    ...pane,
    turns: pane.turns.map((turn) => (turn.id === turnId && turn.role === "assistant" ? { ...turn, answer } : turn)),
  }));
}
