/** Creates a unique id in a provider's style: its prefix, then `length` letters and digits. */
export type NewId = (prefix: string, length?: number) => string;

export function createIds(): NewId {
  let count = 0;
  return (prefix, length = 24) => {
    count += 1;
    return prefix + count.toString(36).padStart(length, "0");
  };
}
