import { expect, test } from "vitest";
import type { LoadedGuardrails } from "#server/data/guardrails.ts";
import { createGuardrailDirectory } from "#server/guardrails/directory.ts";

const WORKSPACE = "workspace-1";

function loadedGuardrails(name: string, members: LoadedGuardrails["members"] = []): LoadedGuardrails {
  const row = { id: WORKSPACE, workspaceId: WORKSPACE, name, shadow: false, limitNanoUsd: null };
  return { guardrails: [row as unknown as LoadedGuardrails["guardrails"][number]], members };
}

const caller = { workspaceId: WORKSPACE, userId: null };

test("returns the same object until something changes", async () => {
  const directory = await createGuardrailDirectory(async () => loadedGuardrails("One"));
  const first = directory.effective(caller);
  expect(first.sources.map(({ name }) => name)).toEqual(["One"]);
  expect(directory.effective({ ...caller })).toBe(first);
  await directory.refresh();
  expect(directory.effective(caller)).not.toBe(first);
});

test("a guardrail applies only in its own workspace", async () => {
  const members = [{ guardrailId: WORKSPACE, userId: "ada" }];
  const directory = await createGuardrailDirectory(async () => loadedGuardrails("One", members));
  const elsewhere = { workspaceId: "workspace-2", userId: "ada", key: { guardrailId: WORKSPACE } };
  expect(directory.effective(elsewhere).sources).toEqual([]);
  const here = directory.effective({ ...elsewhere, workspaceId: WORKSPACE });
  expect(here.sources.map(({ scope }) => scope)).toEqual(["workspace", "member", "key"]);
});

test("an older read never overwrites a newer one, whichever finishes first", async () => {
  const readings: ((value: LoadedGuardrails) => void)[] = [];
  const load = () => new Promise<LoadedGuardrails>((done) => readings.push(done));
  const opening = createGuardrailDirectory(load);
  readings[0]?.(loadedGuardrails("First"));
  const directory = await opening;
  const [early, late] = [directory.refresh(), directory.refresh()];
  readings[2]?.(loadedGuardrails("Late"));
  await late;
  readings[1]?.(loadedGuardrails("Early"));
  await early;
  expect(directory.nameOf(WORKSPACE)).toBe("Late");
});
