// The entry points of the service: the HTTP API with its pages, and the background work.
import { fileURLToPath } from 'node:url';
import { buildApp } from '#api/app.ts';
import { buildHealthApp } from '#api/health-app.ts';
import { docsPage } from '#pages/docs.ts';
import { homePage } from '#pages/home.ts';
import { oauthCallbackPage } from '#pages/oauth-callback.ts';
import { oauthDeparturePage } from '#pages/oauth-departure.ts';
import { sandboxBankPages } from '#pages/sandbox-oauth.ts';
import { shortLinks } from '#pages/short-links.ts';
import { unsubscribePage } from '#pages/unsubscribe.ts';
import { webPages } from '#pages/web.ts';
import { acceptRedirect } from '#services/connections/redirects.ts';
import { jobCtxFor } from '#services/platform/jobs.ts';
import { isLanding } from '#services/widget/landing-visits.ts';
import { startWorker } from '#worker/loop.ts';
import { startStatistics } from '#worker/statistics.ts';
import { startTimers } from '#worker/timers.ts';
import { startWebhooks } from '#worker/webhooks.ts';
import { exposureWarning, type Settings } from './config.ts';
import type { OpenHouse } from './wiring.ts';

const DRAIN_MS = 10_000;

/** `warmUp` begins work that makes the first requests fast. It is called when everything has started. */
export type Running = { stop(): Promise<void>; warmUp?(): void };

export async function startApi(house: OpenHouse, settings: Settings, say: (text: string) => void): Promise<Running> {
  const app = await buildApp(house, { trusted_proxies: settings.VOUCH_TRUSTED_PROXIES });
  homePage(app);
  docsPage(app, fileURLToPath(new URL('./docs/', import.meta.url)));
  sandboxBankPages(app, house);
  oauthDeparturePage(app, house);
  oauthCallbackPage(app, (...callback) => acceptRedirect(house, ...callback));
  unsubscribePage(app, house);
  shortLinks(app, house);
  webPages(app, {
    web_dir: fileURLToPath(new URL('./web/', import.meta.url)),
    public_url: house.settings.public_url,
    knowsLanding: (share_key, ip) => isLanding(house, share_key, ip),
    widget_url: settings.VOUCH_WIDGET_URL,
    widget_origins: settings.VOUCH_WIDGET_ORIGINS,
    bridge_globals: settings.VOUCH_BRIDGE_GLOBALS,
  });
  app.warm_up.is_pending = true;
  const address = await app.listen({ host: settings.HOST, port: settings.PORT });
  const warning = exposureWarning(settings);
  if (warning !== undefined) say(warning);
  say(`Vouch listens on ${address}`);
  say(`Open ${house.settings.public_url}/demo/`);
  return {
    warmUp: () => void app.warm_up.run().catch((err: unknown) => house.log.error({ err }, 'warm-up failed')),
    async stop() {
      const drained = app.close();
      const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS).unref();
      await drained;
      clearTimeout(late);
    },
  };
}

/**
 * Serves the health checks of a worker process. A worker process needs its own server for them, because it does not
 * serve the API.
 */
export async function startHealth(house: OpenHouse, host: string, port: number): Promise<Running> {
  const app = buildHealthApp(house);
  await app.listen({ host, port });
  return { stop: () => app.close() };
}

export async function startBackground(
  house: OpenHouse,
  { VOUCH_JOBS_AT_ONCE, VOUCH_READERS }: Settings,
): Promise<Running> {
  const timers = startTimers(house);
  const webhooks = startWebhooks(house);
  const statistics = startStatistics(house);
  await startWorker({
    queue: house.queue,
    ctxFor: (job) => jobCtxFor(house, job),
    log: house.log,
    concurrency_max: VOUCH_JOBS_AT_ONCE,
    readers: VOUCH_READERS,
  });
  return {
    async stop() {
      await Promise.all([timers.stop(), webhooks.stop(), statistics.stop()]);
    },
  };
}
