// Contract, sections 12 and 13: insurance and tax documents.
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { expectFile, expectPdf } from './shapes/files.ts';
import { autoReport, homeReport, insuranceReport } from './shapes/insurance.ts';
import { link as linkShape } from './shapes/links.ts';
import { PATHS } from './shapes/paths.ts';
import { taxDocument, taxDocuments } from './shapes/tax.ts';
import { startWalk } from './shapes/walk.ts';

const walk = startWalk();
const { expectRead, expectRefused, connect, exchanged } = walk;

const INSURANCE = { provider_id: 'vouch_insurance', product_type: 'insurance' };
const TAX = { provider_id: 'vouch_tax', product_type: 'income' };
const BANK = { provider_id: 'vouch_bank', product_type: 'assets' };
const urlOf = ({ link_id }: { link_id: string }): string => `/v1/links/${link_id}/`;

type Identified = { id: string };
type Policy = { policy_type: string; dwellings: Identified[]; vehicles: Identified[]; claims: Claim[] };
type Claim = { dwelling_id: string | null; vehicle_id: string | null };

describe('section 12: insurance reports', () => {
  test('200: there is one AUTO policy and one HOMEOWNERS policy; every claim is for a vehicle or dwelling that is insured', async () => {
    const connection = await connect({ ...INSURANCE, tracking_info: 'loan-17' });
    const report = await expectRead(insuranceReport, `${urlOf(connection)}insurance/report/`);
    expect(report).toMatchObject({
      id: connection.task_id,
      status: 'done',
      finished_at: expect.any(String),
      access_token: await exchanged(connection),
      tracking_info: 'loan-17',
      provider: 'vouch_insurance',
    });
    const policies: Policy[] = report.insurance.policies;
    expect(policies.map(({ policy_type }) => policy_type).toSorted()).toEqual(['AUTO', 'HOMEOWNERS']);
    const claims = policies.flatMap(({ claims }) => claims);
    expect(claims).not.toEqual([]);
    const insured = new Set(
      policies.flatMap(({ dwellings, vehicles }) => [...dwellings, ...vehicles]).map(({ id }) => id),
    );
    const claimed = claims
      .flatMap(({ dwelling_id, vehicle_id }) => [dwelling_id, vehicle_id])
      .filter((id) => id !== null);
    expect(claimed.filter((id) => !insured.has(id))).toEqual([]);
    expect(claimed).not.toEqual([]);
  });

  test('200: the home and auto reports have only policies of their kind, and both URLs of a report return the same response', async () => {
    const url = urlOf(await connect(INSURANCE));
    for (const [kind, shape, policy_type] of [
      ['home', homeReport, 'HOMEOWNERS'],
      ['auto', autoReport, 'AUTO'],
    ] as const) {
      const report = await expectRead(shape, `${url}insurance/report/${kind}/`);
      expect(report.insurance.policies).toMatchObject([{ policy_type }]);
      expect(await expectRead(shape, `${url}insurance/${kind}/`)).toEqual(report);
    }
  });

  test('200 with JSON or PDF, as selected by fmt; 400 for any other fmt', async () => {
    const base = urlOf(await connect(INSURANCE));
    const url = `${base}insurance/report/`;
    const report = await expectRead(insuranceReport, `${url}?fmt=json`);
    await expectFile(walk.house(), report.pdf_report);
    for (const path of ['report', 'report/home', 'report/auto', 'home', 'auto']) {
      await expectPdf(walk.acme().sandbox, `${base}insurance/${path}/`, report.id);
    }
    expect(await expectRefused(400, 'GET', `${url}?fmt=xml`)).toEqual(invalid(['fmt', '"xml" is not a valid choice.']));
  });

  test('404 for a link of another product', async () => {
    const url = urlOf(await connect({ provider_id: 'vouch_payroll', product_type: 'income' }));
    for (const path of ['report', 'report/home', 'report/auto', 'home', 'auto']) {
      expect(await expectRefused(404, 'GET', `${url}insurance/${path}/`)).toEqual(NOT_FOUND);
    }
  });
});

describe('section 13: tax documents', () => {
  test('200: tax/ is a plain array of two W-2s, one 1040 and one 1099, newest year first', async () => {
    const connection = await connect(TAX);
    const documents = await expectRead(taxDocuments, `${urlOf(connection)}tax/`);
    const types = documents.map(({ document_type }: { document_type: string }) => document_type);
    expect(types.toSorted()).toEqual(['F1040', 'F1099', 'W2', 'W2']);
    const years = documents.map(({ year }: { year: number }) => year);
    expect(years).toEqual(years.toSorted((a: number, b: number) => b - a));
    expect(await expectRead(linkShape, urlOf(connection))).toMatchObject({
      data_source: 'tax',
      is_dds_available: null,
    });
  });

  test('200: each document equals its element in the array, and its file matches its md5sum', async () => {
    const url = urlOf(await connect(TAX));
    const documents = await expectRead(taxDocuments, `${url}tax/`);
    for (const document of documents) {
      expect(await expectRead(taxDocument, `${url}tax/${document.id}/`)).toEqual(document);
    }
    const files = documents.filter(({ file }: { file: string | null }) => file !== null);
    expect(files).not.toEqual([]);
    for (const { file, md5sum } of files) await expectFile(walk.house(), file, md5sum);
  });

  test('a link without tax documents has an empty array, and any document id gets 404', async () => {
    const url = urlOf(await connect(BANK));
    expect(await expectRead(taxDocuments, `${url}tax/`)).toEqual([]);
    const [document] = await expectRead(taxDocuments, `${urlOf(await connect(TAX))}tax/`);
    for (const id of [newId(), document.id]) {
      expect(await expectRefused(404, 'GET', `${url}tax/${id}/`)).toEqual(NOT_FOUND);
    }
  });
});

test('this file calls every endpoint of sections 12 and 13', () =>
  expect(walk.unwalked([...PATHS.insurance, ...PATHS.tax])).toEqual([]));
