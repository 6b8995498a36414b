import type { Metadata } from "next";
import { FileList } from "#components/files/file-list.tsx";

export const metadata: Metadata = { title: "Files" };

export default function FilesPage() {
  return <FileList />;
}
