// Uploads documents while parts of the service fail, and checks the result as a client sees it. Each accepted file has
// one final status, and each collection has one link and one finished task.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { newId } from '#base/ids.ts';
import { type CollectionBody, fileOf, noise } from './documents.ts';
import { type Credentials, headersOf } from './process.ts';
import { apiAt, eventReader } from './service-client.ts';

/**
 * The expected final statuses of the files in a collection. The files are three pay stubs of one person, bytes that are
 * not a document, and a copy of the first pay stub.
 */
const STATUSES = ['successful', 'successful', 'successful', 'invalid', 'duplicate'];
const STUBS = 3;
const REPEAT_MS = 200;
const REQUEST_MS_MAX = 60_000;
const PAGE = 100;

export type DocumentLoad = {
  /** The number of responses for each kind of request and status, for example `upload 201`. */
  readonly statuses: ReadonlyMap<string, number>;
  /** Ids of the collections that the service has accepted and whose finalisation was requested. */
  readonly accepted: readonly string[];
  /**
   * Uploads collections, and requests their finalisation before their files are read. A request that fails is sent
   * again with the same Idempotency-Key until it succeeds.
   */
  upload(count: number): Promise<void>;
  /** Waits until all collections are final, and checks that nothing is missing or exists twice. */
  expectEachOnce(): Promise<string>;
};

/** `url` is called for each request, because a service that is started again may have another port. */
export async function openDocumentLoad(url: () => string, credentials: Credentials): Promise<DocumentLoad> {
  const { client_id, sandbox_secret: access_secret } = credentials;
  const statuses = new Map<string, number>();
  const accepted: string[] = [];

  async function ask(what: string, path: string, body?: object, key = newId()): Promise<Response | undefined> {
    const response = await fetch(`${url()}${path}`, {
      headers: { ...headersOf(credentials), 'idempotency-key': key, connection: 'close' },
      signal: AbortSignal.timeout(REQUEST_MS_MAX),
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    }).catch(() => undefined);
    const seen = `${what} ${response?.status ?? 'without an answer'}`;
    statuses.set(seen, (statuses.get(seen) ?? 0) + 1);
    return response;
  }

  async function insist(what: string, path: string, body: object): Promise<{ id: string }> {
    const key = newId();
    for (;;) {
      const response = await ask(what, path, body, key);
      const text = await response?.text().catch(() => undefined);
      if (response?.ok && text !== undefined) return JSON.parse(text);
      if (response !== undefined && response.status < 500) throw new Error(`${what}: ${response.status} ${text}`);
      await sleep(REPEAT_MS);
    }
  }

  const stubs = await Promise.all(
    Array.from({ length: STUBS }, async (_, index) => {
      const sample = await ask('sample', `/v1/sandbox/documents/paystub/?index=${index}`);
      if (sample?.status !== 200) throw new Error('the sandbox has no sample');
      return Buffer.from(await sample.arrayBuffer()).toString('base64');
    }),
  );

  return {
    statuses,
    accepted,
    async upload(count) {
      for (let at = 0; at < count; at++) {
        const external_user_id = newId();
        const contents = [...stubs, noise(at), stubs[0] ?? ''];
        const { id } = await insist('upload', '/v1/documents/collections/', {
          documents: contents.map((content) => fileOf(content, { external_user_id })),
        });
        await insist('finalize', `/v1/documents/collections/${id}/finalize/`, {});
        accepted.push(id);
      }
    },
    async expectEachOnce() {
      const api = apiAt(url(), { client_id, access_secret });
      const path = `/v1/documents/collections/?page_size=${PAGE}`;
      const list = () => api.get<{ count: number; results: { id: string; status: string }[] }>(path);
      // This loop has no timeout; only the test's timeout limits it.
      while (!(await list()).results.every(({ status }) => status === 'done' || status === 'error'))
        await sleep(REPEAT_MS);
      const { count, results } = await list();
      expect(count).toBe(accepted.length);
      expect(results.map(({ id }) => id).toSorted()).toEqual([...accepted].toSorted());
      const log = eventReader(api);
      await log.readOn();
      for (const id of accepted) await expectCollection(id);
      return `${accepted.length} collections with ${accepted.length * STATUSES.length} files`;

      async function expectCollection(id: string): Promise<void> {
        const collection = await api.get<CollectionBody>(`/v1/documents/collections/${id}/`);
        expect(collection.uploaded_files.map(({ status }) => status)).toEqual(STATUSES);
        expect(collection.documents).toHaveLength(STUBS);
        expect(new Set(collection.documents.map(({ file_id }) => file_id)).size).toBe(STUBS);
        const finalization = await api.get<Finalization>(`/v1/documents/collections/${id}/finalize/`);
        expect(finalization.status).toBe('done');
        expect(finalization.results).toHaveLength(1);
        const { link_id, task_id } = finalization;
        const report = await api.get<Report>(`/v1/links/${link_id}/income/report/`);
        expect(report.employments.map(({ statements }) => statements.length)).toEqual([STUBS]);
        const events = log.seen.map(({ event_type, payload }) => ({ event_type, ...payload }));
        const done = events.filter((event) => event.task_id === task_id && event.status === 'done');
        const connected = events.filter((event) => event.link_id === link_id && event.event_type === 'link-connected');
        expect([done.length, connected.length]).toEqual([1, 1]);
      }
    },
  };
}

type Finalization = { status: string; link_id: string; task_id: string; results: object[] };
type Report = { employments: { statements: object[] }[] };
