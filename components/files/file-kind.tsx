import { File, FileAudio, FileImage, FileText, FileVideo, type LucideIcon } from "lucide-react";

export type Preview = "image" | "audio" | "video" | "text" | "pdf" | "none";
type Kind = { word: string; Icon: LucideIcon; preview: Preview };

const BY_TYPE: Record<string, Kind> = {
  "application/pdf": { word: "PDF", Icon: FileText, preview: "pdf" },
  "application/json": { word: "JSON", Icon: FileText, preview: "text" },
};
const OFFICE: [RegExp, string][] = [
  [/wordprocessingml/, "Word document"],
  [/spreadsheetml/, "Excel workbook"],
  [/presentationml/, "PowerPoint presentation"],
];

/** Returns a file's type in words, by its MIME type, and how it can be previewed. */
export function kindOf(mimeType: string): Kind {
  const [family = "", format = ""] = (mimeType.split(";")[0] ?? "").split("/");
  const known = BY_TYPE[`${family}/${format}`];
  if (known) return known;
  const short = format.replace(/^x-/, "").toUpperCase();
  if (family === "image") return { word: `${short} image`, Icon: FileImage, preview: "image" };
  if (family === "audio") return { word: `${short} audio`, Icon: FileAudio, preview: "audio" };
  if (family === "video") return { word: `${short} video`, Icon: FileVideo, preview: "video" };
  if (family === "text") return { word: format === "plain" ? "Text" : short, Icon: FileText, preview: "text" };
  const office = OFFICE.find(([pattern]) => pattern.test(format));
  return { word: office?.[1] ?? mimeType, Icon: office ? FileText : File, preview: "none" };
}
