"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import type { Member } from "./member.ts";

const roleChange = lazyLayer(() => import("./change-role.tsx").then((file) => file.ChangeRole));
const removal = lazyLayer(() => import("./remove-member.tsx").then((file) => file.RemoveMember));
const reset = lazyLayer(() => import("./reset-link.tsx").then((file) => file.ResetLink));

type Dialogs = Record<"changeRole" | "resetLink" | "remove", (member: Member) => void>;
const DialogsContext = createContext<Dialogs | undefined>(undefined);

/** The dialogs of the members below; above the list, because removing a member removes their row. */
export function MemberDialogs({ children }: { children: ReactNode }) {
  const [member, setMember] = useState<Member>();
  const [open, setOpen] = useState<"role" | "reset" | "remove">();
  const dialogs = useMemo(() => {
    const show = (dialog: "role" | "reset" | "remove") => (chosen: Member) => {
      setMember(chosen);
      setOpen(dialog);
    };
    return { changeRole: show("role"), resetLink: show("reset"), remove: show("remove") };
  }, []);
  const close = () => setOpen(undefined);
  return (
    <DialogsContext value={dialogs}>
      {children}
      {member && (
        <>
          <LazyContent
            key={`role:${member.id}`}
            layer={roleChange}
            props={{ member, open: open === "role", onClose: close }}
          />
          <LazyContent
            key={`reset:${member.id}`}
            layer={reset}
            props={{ member, open: open === "reset", onClose: close }}
          />
          <LazyContent
            key={`remove:${member.id}`}
            layer={removal}
            props={{ member, open: open === "remove", onClose: close }}
          />
        </>
      )}
    </DialogsContext>
  );
}

/** Opens the dialogs of a member; for use inside MemberDialogs. */
export function useMemberDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext);
  if (!dialogs) throw new Error("useMemberDialogs must be used inside MemberDialogs");
  return dialogs;
}
