// Reloads the page once a newer build of the pages is served. Only `npm run dev` adds this script to the pages.
const BUILD = 'meta[name="build"]';
const PAUSE_MS = 300;

const buildOf = (page: Document): string | null | undefined => page.querySelector(BUILD)?.getAttribute('content');

async function servedBuild(): Promise<string | null | undefined> {
  try {
    // Any page can be fetched for this check, because one build produces all pages.
    const response = await fetch('/demo/');
    return /name="build" content="([^"]+)"/.exec(await response.text())?.[1];
  } catch {
    // The request fails while the service is restarting.
    return undefined;
  }
}

const loaded = buildOf(document);
async function watch(): Promise<void> {
  const served = await servedBuild();
  if (served !== undefined && served !== loaded) return location.reload();
  setTimeout(() => void watch(), PAUSE_MS);
}
void watch();
