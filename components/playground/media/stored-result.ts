"use client";

import { newId } from "../new-id.ts";
import type { CallFacts, MediaCall } from "./media-call.ts";

/** A finished request as it is stored: `pack` of the mode has made its result storable. */
export type StoredCall = Pick<MediaCall<unknown>, "model" | "result" | keyof CallFacts> & {
  durationMs: number;
};

type Entry = { key: string; storedAtMs: number; call: StoredCall };

const DATABASE = "switchboard.playground";
const STORE = "results";
const TAB = "switchboard.playground.tab-id";
/** A tab that is closed leaves its results; they are deleted after a day. */
const KEPT_MS = 86_400_000;

/** Returns the storage key of a mode's result in this tab. `scope`: the workspace and user. */
export function resultKey(mode: string, scope: string): string {
  const tab = sessionStorage.getItem(TAB) ?? newId();
  sessionStorage.setItem(TAB, tab);
  return `${tab} ${mode} ${scope}`;
}

/** Returns the result that a mode stored before the page was reloaded; undefined if there is none. */
export async function readResult(key: string): Promise<StoredCall | undefined> {
  const entry = await request<Entry | undefined>("readonly", (store) => store.get(key));
  return entry?.call;
}

/** Stores a mode's result in place of the one before. Browsers without storage, or with a full one, keep nothing. */
export async function storeResult(key: string, call: StoredCall): Promise<void> {
  const nowMs = Date.now();
  await request("readwrite", (store) => {
    const cursors = store.openCursor();
    cursors.onsuccess = () => {
      const cursor = cursors.result;
      if (!cursor) return;
      if ((cursor.value as Entry).storedAtMs < nowMs - KEPT_MS) cursor.delete();
      cursor.continue();
    };
    return store.put({ key, storedAtMs: nowMs, call } satisfies Entry);
  });
}

async function request<Value>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest,
): Promise<Value | undefined> {
  try {
    const database = await promiseOf<IDBDatabase>(open());
    try {
      return await promiseOf<Value>(run(database.transaction(STORE, mode).objectStore(STORE)));
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

function open(): IDBOpenDBRequest {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "key" });
  return opening;
}

function promiseOf<Value>(pending: IDBRequest): Promise<Value> {
  return new Promise((resolve, reject) => {
    pending.onsuccess = () => resolve(pending.result as Value);
    pending.onerror = () => reject(pending.error);
  });
}
