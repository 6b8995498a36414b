/** Returns a media type by its registered name: clients and servers also say `image/jpg`. */
export function registeredType(mediaType: string): string {
  return mediaType.toLowerCase() === "image/jpg" ? "image/jpeg" : mediaType;
}
