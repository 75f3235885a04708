// The server's URL, derived from the URL of this script, which comes from the same server.
import { type Api, openApi } from './api.ts';
import { type HttpParts, openHttp } from './http.ts';

/** This script is in `<server>/widget/assets/`, two levels below the server's URL. */
const HERE = import.meta.url;
export const SERVER_URL = new URL('../../', HERE).href;

export type Trouble = { has(): boolean; subscribe(listener: () => void): () => void };

/** The client for the widget's API, and whether the server can be reached. */
export function openServer(parts: Pick<HttpParts, 'token' | 'renew' | 'page_origin'>): { api: Api; trouble: Trouble } {
  let has_trouble = false;
  const listeners = new Set<() => void>();
  const onTrouble = (now: boolean): void => {
    if (now === has_trouble) return;
    has_trouble = now;
    for (const listener of listeners) listener();
  };
  return {
    api: openApi(openHttp({ ...parts, base_url: `${SERVER_URL}widget/api/`, onTrouble })),
    trouble: {
      has: () => has_trouble,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
}
