/** Something on Overview that needs attention, with a link to it. */
export type Concern = { id: string; tone: "bad" | "warn" | "limit"; text: string; href: string };
