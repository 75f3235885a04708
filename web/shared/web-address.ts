// Untrusted URLs: only http and https URLs are followed, opened or shown.

/** The normalised URL; `null` if it is not http or https. */
export function webAddress(url: string | null | undefined): string | null {
  if (!url || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
