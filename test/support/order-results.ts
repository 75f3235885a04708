// Checks of an order's results: its report and its invoice.
import { expect } from 'vitest';
import { BASE_URL, type Call, type TestHouse } from './house.ts';
import { until } from './jobs.ts';
import type { Answer } from './orders.ts';

/**
 * Waits until the order's invoice has this status. A `pending` invoice must have no file. An invoice with any other
 * status must have a PDF file.
 */
export async function expectInvoice(
  house: TestHouse,
  call: Call,
  id: string,
  status: 'pending' | 'success',
): Promise<void> {
  let invoice: Answer;
  await until(async () => {
    invoice = (await call('GET', `/v1/orders/${id}/invoice/`)).json();
    return invoice.status === status;
  });
  expect(invoice.file === null).toBe(status === 'pending');
  if (invoice.file === null) return;
  const file = await house.app.inject(invoice.file.slice(BASE_URL.length));
  expect([file.statusCode, file.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
}

/** Checks the report as JSON and as PDF. */
export async function expectReport(house: TestHouse, call: Call, order: Answer, is_voe: boolean): Promise<void> {
  const response = await call('GET', `/v1/users/${order.user_id}/reports/${order.voie_report_id}/`);
  expect(response.statusCode, response.body).toBe(200);
  expect(response.json()).toMatchObject({ report_id: order.voie_report_id, is_voe });
  const pdf = await house.app.inject(order.employers[0].pdf_report.slice(BASE_URL.length));
  expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
}
