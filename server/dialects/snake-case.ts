/** Returns a name in camel case in snake case: `topP` as `top_p`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
