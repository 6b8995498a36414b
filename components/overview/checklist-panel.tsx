"use client";

import { Plus } from "lucide-react";
import { useShell } from "#components/shell/shell-context.tsx";
import { useIsAdministrator } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { ChecklistStep } from "./checklist-step.tsx";
import { FirstRequest } from "./first-request.tsx";
import type { useProgress } from "./progress.ts";

const LINK = "text-accent-ink underline underline-offset-3";

type ChecklistPanelProps = { progress: ReturnType<typeof useProgress>; onDismiss: () => void };

/** The steps themselves. */
export function ChecklistPanel({ progress, onDismiss }: ChecklistPanelProps) {
  const { slug } = useShell().currentWorkspace;
  const mayConnect = useIsAdministrator();
  const { providers, keyCount, usedAt } = progress;
  const names = providers.map((provider) => provider.name).join(", ");
  return (
    <Panel flush title="Get started" {...(usedAt ? { actions: <Button onClick={onDismiss}>Dismiss</Button> } : {})}>
      <ol>
        <ChecklistStep done title={describeProviders(providers.length)}>
          {providers.length > 0 ? (
            <>{names}, in addition to the built-in local models.</>
          ) : (
            <>
              You can try the gateway with them, without a provider account.{" "}
              {mayConnect ? (
                <>
                  For real models, add a{" "}
                  <Link href={`/w/${slug}/byok`} className={LINK}>
                    provider key
                  </Link>{" "}
                  or start the gateway with one in the environment, such as{" "}
                  <code className="text-xs">OPENAI_API_KEY</code>.
                </>
              ) : (
                "Owners and admins connect real models with a provider key."
              )}
            </>
          )}{" "}
          <Link href={`/w/${slug}/models?available=true`} className={LINK}>
            See the models
          </Link>{" "}
          or{" "}
          <Link href={`/w/${slug}/playground`} className={LINK}>
            try one in the playground
          </Link>
          .
        </ChecklistStep>
        <ChecklistStep done={keyCount > 0} title="Create a key">
          {keyCount > 0 ? (
            <>
              {keyCount === 1 ? "You have one key." : `You have ${keyCount} keys.`}{" "}
              <Link href={`/w/${slug}/keys`} className={LINK}>
                See the keys
              </Link>
            </>
          ) : (
            <span className="flex flex-col items-start gap-2">
              Give each application its own key, with its own limit and usage.
              <Button asChild variant="filled">
                <Link href={`/w/${slug}/keys?create=true`}>
                  <Plus aria-hidden />
                  Create key
                </Link>
              </Button>
            </span>
          )}
        </ChecklistStep>
        <ChecklistStep done={Boolean(usedAt)} waiting={keyCount > 0} title="Send the first request">
          {usedAt ? (
            <>
              It arrived <Time value={usedAt} />. The gateway works.
            </>
          ) : (
            <FirstRequest waiting={keyCount > 0} />
          )}
        </ChecklistStep>
      </ol>
    </Panel>
  );
}

function describeProviders(providers: number): string {
  if (providers === 0) return "The built-in local models are ready";
  return providers === 1 ? "A provider is connected" : `${providers} providers are connected`;
}
