// Tests documents that the service itself reads, from the upload in the widget to the report.
import { describe, expect, test } from 'vitest';
import { agree, heard, onScreen, openWidget, payloadOf, press, signIn, soon, succeeded } from './acting.ts';
import { choose, pdf, stub } from './chosen-files.ts';
import { inPage, PATIENT, stage } from './stage.ts';

export function describeReadDocuments(): void {
  describe.concurrent('documents that the service reads', PATIENT, () => {
    test(
      'an applicant who uploads a pay stub instead of signing in gets a report',
      inPage(async (page) => {
        const widget = await openWidget(page, await stage().newToken({ provider_id: 'vouch_payroll' }));
        await agree(widget);
        await signIn(widget, 'goodlogin', 'wrong');
        await press(widget, 'Upload documents instead');
        await press(widget, /^Pay stub/);
        await choose(widget, { name: 'unreadable.pdf', mimeType: 'application/pdf', buffer: await stub('1,500.00') });
        await widget.getByText(/^The text in it cannot be read/).waitFor();
        await choose(widget, { name: 'stub.pdf', mimeType: 'application/pdf', buffer: await stub() });
        await widget.getByText('Read: pay stub', { exact: true }).waitFor();
        await press(widget, 'Continue');
        await succeeded(widget);
        const { public_token } = (await payloadOf(page, 'SUCCESS')) ?? {};
        const { link_id } = await stage().api.send<{ link_id: string }>('POST', '/v1/link-access-tokens/', {
          public_token,
        });
        expect(await stage().api.get(`/v1/links/${link_id}/`)).toMatchObject({ data_source: 'docs' });
        await soon(
          () => stage().api.get(`/v1/links/${link_id}/income/report/`),
          (report) => expect(report).toMatchObject({ status: 'done', employments: [expect.anything()] }),
        );
      }),
    );

    test(
      'the widget shows the progress of an upload on a slow connection',
      inPage(async (page) => {
        await page.goto(`${stage().url}/mobile.html?bridge_token=${await stage().newToken()}`);
        await agree(page);
        await press(page, 'I don’t see my employer');
        await press(page, 'I don’t see mine');
        await press(page, /^Upload documents/);
        await press(page, /^Pay stub/);
        const network = await page.context().newCDPSession(page);
        await network.send('Network.enable');
        await network.send('Network.emulateNetworkConditions', SLOW_LINE);
        await choose(page, { ...pdf('large.pdf'), buffer: Buffer.alloc(1_000_000, 'x') });
        const progress = page.getByRole('progressbar', { name: 'large.pdf' });
        await soon(
          async () => Number(await progress.getAttribute('aria-valuenow')),
          (percent) => expect(percent > 10 && percent < 90).toBe(true),
        );
        await page.getByText('Cannot be used', { exact: true }).waitFor();
      }),
    );

    test(
      'after a reload while a file is being read, the file is still read, and the verification succeeds once',
      inPage(async (page) => {
        const token = await stage().newToken({ template_id: await documentsFirst() });
        const widget = await openWidget(page, token);
        await agree(widget);
        await press(widget, /^Pay stub/);
        await choose(widget, { name: 'stub.pdf', mimeType: 'application/pdf', buffer: await stub() });
        await widget.getByText(/^(?:Reading…|Checking the file…|Read: pay stub)$/).waitFor();
        const again = await openWidget(page, token);
        await onScreen(again, 'Send your pay stubs');
        await again.getByText('Read: pay stub', { exact: true }).waitFor();
        await press(again, 'Continue');
        await succeeded(again);
        expect((await heard(page)).filter((name) => name === 'SUCCESS')).toEqual(['SUCCESS']);
      }),
    );

    test(
      'a pay stub uploaded on the landing page completes the order',
      inPage(async (page) => {
        const order = await stage().newOrder({
          template_id: await documentsFirst(),
          first_name: 'Wren',
          last_name: 'Calloway',
          employers: [{ company_name: 'Quill Harbor LLC' }],
        });
        await page.goto(order.share_url);
        await agree(page);
        await press(page, 'Start: Quill Harbor LLC');
        await press(page, /^Pay stub/);
        await choose(page, { name: 'stub.pdf', mimeType: 'application/pdf', buffer: await stub() });
        await page.getByText('Read: pay stub', { exact: true }).waitFor();
        await press(page, 'Continue');
        await onScreen(page, 'All done. Thank you!');
        expect(await stage().api.get(`/v1/orders/${order.id}/`)).toMatchObject({
          status: 'completed',
          employers: [{ status: 'completed', data_source: 'docs' }],
        });
      }),
    );
  });
}

/** The id of a template that offers documents first. */
async function documentsFirst(): Promise<string> {
  const template = { name: `Documents ${Math.random()}`, data_sources_flow: ['docs'] };
  return (await stage().api.send<{ id: string }>('POST', '/v1/templates/', template)).id;
}

/** A connection that uploads 200 kB per second. */
const SLOW_LINE = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
