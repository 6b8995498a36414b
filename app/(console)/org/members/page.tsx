import type { Metadata } from "next";
import { MemberList } from "#components/members/member-list.tsx";

export const metadata: Metadata = { title: "Members" };

export default function MembersPage() {
  return <MemberList />;
}
