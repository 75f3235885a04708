// Simulates the applicant in the widget or on an order's landing page, with the requests that a browser sends.
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { BASE_URL, type TestHouse } from './house.ts';
import { until } from './jobs.ts';
import type { Answer } from './orders.ts';

export type Visit = {
  read(path: string): Promise<Answer>;
  /** Sends a POST request, checks that the response has the status `status`, and returns the response body. */
  post(path: string, body: object | undefined, status: number): Promise<Answer>;
  /** Accepts the terms, logs in for a suborder and waits until the task has ended. */
  logIn(suborder_id: string, username?: string, password?: string, more?: object): Promise<Answer>;
  /** Waits until the task has ended. */
  end(task_id: string): Promise<Answer>;
  close(): Promise<void>;
};

export function visitWith({ app }: TestHouse, bridge_token: string): Visit {
  const send = (method: 'GET' | 'POST', path: string, body?: object): Promise<LightMyRequestResponse> =>
    app.inject({
      method,
      url: `/widget/api/${path}`,
      headers: {
        authorization: `Bearer ${bridge_token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
  const bodyOf = (response: LightMyRequestResponse, status: number): Answer => {
    expect(response.statusCode, response.body).toBe(status);
    return response.body === '' ? undefined : response.json();
  };
  const visit: Visit = {
    read: async (path) => bodyOf(await send('GET', path), 200),
    post: async (path, body, status) => bodyOf(await send('POST', path, body), status),
    async logIn(suborder_id, username = 'goodlogin', password = 'goodpassword', more = {}) {
      await visit.post('consent/', undefined, 204);
      const body = { suborder_id, provider_id: 'vouch_payroll', credentials: { username, password }, ...more };
      return visit.end((await visit.post('tasks/', body, 201)).task_id);
    },
    async end(task_id) {
      let view: Answer;
      await until(async () => {
        view = await visit.read(`tasks/${task_id}/`);
        return view.is_final;
      });
      return view;
    },
    close: () => visit.post('events/', { events: [{ type: 'CLOSE' }] }, 204),
  };
  return visit;
}

/**
 * Sends the request that the script of an order's landing page sends when the page is opened. The response contains a
 * bridge token for this visit.
 */
export async function openLanding(house: TestHouse, share_url: string): Promise<Answer> {
  const url = `${share_url.slice(BASE_URL.length)}visit/`;
  const response = await house.app.inject({ method: 'POST', url });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
