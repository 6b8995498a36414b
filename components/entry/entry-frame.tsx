import type { ReactNode } from "react";
import { GatewayCard } from "./gateway-card.tsx";
import { Mark } from "./mark.tsx";
import { UnencryptedNote } from "./unencrypted-note.tsx";

/**
 * The layout of the pages before the console: the form on the left, the gateway's addresses next to it if there is
 * enough space.
 */
export function EntryFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
      <header className="flex h-14 items-center gap-2.5 px-6 sm:px-10">
        <Mark />
        <span className="font-medium text-base">Switchboard</span>
      </header>
      <main className="px-6 pt-[8vh] pb-16 sm:px-10 lg:col-start-1 lg:row-start-2 lg:pt-[14vh]">
        <div className="flex max-w-88 flex-col gap-6">
          {children}
          <UnencryptedNote />
        </div>
      </main>
      <GatewayCard className="hidden border-l bg-panel px-12 pt-[calc(14vh+3.5rem)] lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:block" />
    </div>
  );
}
