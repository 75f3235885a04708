// Addresses that came from elsewhere: only one of the web is followed, opened or shown.

/** The address, written as browsers write it; null when it is none of the web. */
export function webAddress(url: string | null | undefined): string | null {
  if (!url || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
