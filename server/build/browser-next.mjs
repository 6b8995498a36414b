// A build loader that gives the browser the ES modules of Next's client. Next is published twice, and Turbopack takes the
// CommonJS files, whose wrappers and unused exports are 11 kB of every page after Brotli. A module keeps its path below
// `next/dist`, so that it still exists once.
import { existsSync, readFileSync } from "node:fs";

const OWN = {
  // `next/navigation` is a CommonJS file that loads everything of the file that it names.
  "/next/navigation.js": 'export * from "./dist/client/components/navigation";',
  // The console has no server actions; calling them takes 3 kB, with the encoder of their arguments.
  "/reducers/server-action-reducer.js":
    'export function serverActionReducer() { throw new Error("The console has no server actions"); }',
  // React only asks whether `process` can emit an event.
  "/polyfills/process.js": "export default { env: {} };",
  // Only for robots, which the console does not serve, and for pages that are rendered in advance, which it does not have.
  "/errors/graceful-degrade-boundary.js": "export default ({ children }) => children;",
  "/components/handle-isr-error.js": "export function handleISRError() {}",
  // The colors and sizes of the page that replaces one whose root layout fails: its heading, text and buttons remain.
  "/builtin/error-styles.js":
    'export const errorStyles = {}, WarningIcon = () => null, errorThemeCss = ":root{color-scheme:light dark;padding:2rem;font:1rem system-ui}";',
  // For browsers that lack `URL.canParse` (2023) and older functions.
  "/polyfills/polyfill-module.js": "",
};

/** @this {{ resourcePath: string }} */
export default function browserNext(source) {
  const path = this.resourcePath.replaceAll("\\", "/");
  const own = Object.keys(OWN).find((end) => path.endsWith(end));
  if (own) return OWN[own];
  const file = path.replace("/next/dist/", "/next/dist/esm/");
  return existsSync(file) ? readFileSync(file, "utf8") : source;
}
