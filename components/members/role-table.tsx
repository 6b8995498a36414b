"use client";

import { Check, CircleUser, Minus } from "lucide-react";
import { useRole } from "#components/shell/use-permission.ts";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { cn } from "#lib/cn.ts";
import { type Reach, ROLES, reachOf } from "#lib/roles.ts";
import { ROLE_ROWS } from "./role-rows.ts";

const LOOKS = {
  all: { word: "yes", Icon: Check, look: "text-ok" },
  own: { word: "their own", Icon: CircleUser, look: "text-info" },
  none: { word: "no", Icon: Minus, look: "text-muted" },
} as const;

/** Permissions by role, from the rules that the gateway enforces. */
export function RoleTable() {
  const mine = useRole();
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted text-sm">
        A management key has the permissions of an admin. Members only have access to workspaces they belong to.
      </p>
      <Table caption="Permissions by role" className="max-w-240">
        <TableHead>
          <TableHeader>Permission</TableHeader>
          {ROLES.map((role) => (
            <TableHeader key={role} className={cn("capitalize", role === mine && "font-medium text-ink")}>
              {role}
              {role === mine && <span className="normal-case"> (you)</span>}
            </TableHeader>
          ))}
        </TableHead>
        <TableBody>
          {ROLE_ROWS.map(({ what, roles }) => (
            <TableRow key={what}>
              <TableCell line="first" className="max-md:basis-full max-md:whitespace-normal">
                {what}
              </TableCell>
              {ROLES.map((role) => (
                <TableCell key={role}>
                  <span className="capitalize md:hidden">{role}: </span>
                  <ReachMark reach={reachOf(role, roles)} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function ReachMark({ reach }: { reach: Reach }) {
  const { word, Icon, look } = LOOKS[reach];
  return (
    <span className={cn("inline-flex items-center gap-1.5 align-bottom", reach === "none" && "text-muted")}>
      <Icon className={cn("size-4", look)} aria-hidden />
      {word}
    </span>
  );
}
