// Where our server is: the scripts come from it, so it is found from where this one lies.
import { type Api, openApi } from './api.ts';
import { type HttpParts, openHttp } from './http.ts';

/** Scripts lie in `<server>/widget/assets/`. */
const HERE = import.meta.url;
export const SERVER_URL = new URL('../../', HERE).href;

export type Trouble = { has(): boolean; subscribe(listener: () => void): () => void };

/** The widget's interface of the server, and whether it can be reached. */
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
