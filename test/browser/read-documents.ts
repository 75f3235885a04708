// Tests documents that the service itself reads, from the upload in the widget to the report.
import { describe, expect, test } from 'vitest';
import { wordsOf } from '#test/pdf.ts';
import { agree, heard, onScreen, openWidget, payloadOf, press, signIn, soon, succeeded } from './acting.ts';
import { choose, jpeg, pdf, stub } from './chosen-files.ts';
import { inPage, PATIENT, PHONE, stage } from './stage.ts';

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
      'a reload while a file is being read does not stop the reading, and the verification succeeds once',
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
      'a pay stub that is uploaded on the landing page completes the order',
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

    test(
      'on a phone, a photo of a pay stub completes the order, and the PDF report names the employer and the net pay',
      OCR_TAKES_LONG,
      inPage(async (page) => {
        const words = await wordsOf(await sample());
        const net_pay = words[words.indexOf('NET PAY') + 1] ?? '';
        expect(net_pay).toMatch(/^\d,\d{3}\.\d{2}$/);
        const order = await stage().newOrder({
          template_id: await documentsFirst(),
          employers: [{ company_name: 'Larkspur Analytics' }],
        });
        await page.goto(order.share_url);
        await agree(page);
        await press(page, 'Start: Larkspur Analytics');
        await onScreen(page, 'What would you like to send?');
        await press(page, /^Pay stub/);
        const photo = jpeg('image.jpg', pictureIn(await sample('?raster=true')));
        await page.locator('input[type="file"][capture="environment"]').setInputFiles([photo]);
        await press(page, 'Send this page');
        await page.getByText('Read: pay stub', { exact: true }).waitFor(OCR_TAKES_LONG);
        await press(page, 'Continue');
        await onScreen(page, 'All done. Thank you!');
        const { status, employers } = await stage().api.get<ReportedOrder>(`/v1/orders/${order.id}/`);
        expect([status, employers[0]?.status, employers[0]?.data_source]).toEqual(['completed', 'completed', 'docs']);
        const report = await fetch(employers[0]?.pdf_report ?? '');
        const bytes = Buffer.from(await report.arrayBuffer());
        expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
        const text = (await wordsOf(bytes)).join(' ');
        expect(text).toContain('Larkspur Analytics');
        expect(text).toContain(net_pay);
      }, A_PHONE),
    );
  });
}

type ReportedOrder = { status: string; employers: { status: string; data_source: string; pdf_report: string }[] };

const A_PHONE = { viewport: PHONE, hasTouch: true, isMobile: true };
const OCR_TAKES_LONG = { timeout: 240_000 };

/** Returns the newest pay stub of the sample person `goodlogin`. */
async function sample(query = ''): Promise<Buffer> {
  const { client_id, sandbox_secret } = stage().credentials;
  const headers = { 'x-access-client-id': client_id, 'x-access-secret': sandbox_secret };
  const response = await fetch(`${stage().url}/v1/sandbox/documents/paystub/${query}`, { headers });
  return Buffer.from(await response.arrayBuffer());
}

/** Returns the first JPEG picture in a PDF file. */
const pictureIn = (file: Buffer): Buffer => {
  const start = file.indexOf(Buffer.from([0xff, 0xd8, 0xff]));
  return file.subarray(start, file.indexOf('endstream', start));
};

/** Returns the id of a template that makes the widget offer the upload of documents first. */
async function documentsFirst(): Promise<string> {
  const template = { name: `Documents ${Math.random()}`, data_sources_flow: ['docs'] };
  return (await stage().api.send<{ id: string }>('POST', '/v1/templates/', template)).id;
}

/** A connection that uploads 200 kB per second. */
const SLOW_LINE = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
