/** The efforts of OpenAI's models, as its errors list them. */
const EFFORTS: [RegExp, string][] = [
  [/^gpt-5-pro/, "high"],
  [/^gpt-5\.\d-pro/, "medium high xhigh"],
  [/^gpt-5\.\d-chat/, "medium"],
  [/^gpt-5(\.1)?-codex(-mini)?$/, "low medium high"],
  [/^gpt-5\.\d-codex/, "low medium high xhigh"],
  [/^gpt-5(-mini|-nano)?(-\d|$)/, "minimal low medium high"],
  [/^gpt-5\.1/, "none low medium high"],
  [/^gpt-5\.[2-5]/, "none low medium high xhigh"],
  [/^gpt-5\.6/, "none low medium high xhigh max"],
  [/^o\d/, "low medium high"],
];

/** Returns the message of OpenAI's error for an effort that the model does not have. */
export function effortComplaint(model: string, effort: unknown): string | undefined {
  const known = EFFORTS.find(([pattern]) => pattern.test(model))?.[1].split(" ");
  if (effort === undefined || effort === null || !known || known.includes(String(effort))) return undefined;
  return `Unsupported value: '${effort}' is not supported with the '${model}' model. Supported values are: ${known.join(", ")}.`;
}
