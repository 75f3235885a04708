import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, describe, expect, test } from 'vitest';
import { payStubPdf } from '#test/pay-stub-pdf.ts';
import { addDocumentCommands } from './document-commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'vouch-document-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

async function read(path: string): Promise<{ value: unknown; text: string }> {
  const program = new Command('vouch').exitOverride();
  let printed: { value: unknown; text: string } | undefined;
  addDocumentCommands(program, (value, text) => {
    printed = { value: JSON.parse(JSON.stringify(value)), text };
  });
  await program.parseAsync(['document', 'read', path], { from: 'user' });
  if (printed === undefined) throw new Error('nothing was printed');
  return printed;
}

describe('vouch document read', () => {
  test('prints the fields of a pay stub with their positions, and the arithmetic checks', async () => {
    const { value, text } = await read(file('stub.pdf', await payStubPdf({ net_pay: '1,597.00' })));
    expect(value).toMatchObject({
      documents: [
        {
          document_type: 'PAYSTUB',
          subtype: null,
          pages: [1, 1],
          fields: {
            employer_name: { value: 'Quill Harbor LLC' },
            pay_date: { value: '2026-01-09', raw: '01/09/2026', page: 1, method: 'label', confidence: 1 },
            gross_pay: { value: '2000.00' },
            net_pay: { value: '1597.00', raw: '1,597.00', box: { left: expect.any(Number), top: expect.any(Number) } },
          },
          tables: { earnings: [{ description: { value: 'Regular' }, hours: { value: '80.00' } }] },
          derived_figures: {
            hours: { value: '80.00', rule: 'hours.sum-of-lines', inputs: ['earnings[0].hours'] },
          },
          fraud_signals: [],
          is_suspicious: false,
        },
      ],
    });
    expect(value).not.toHaveProperty('documents[0].layout');
    const lines = text.split('\n');
    expect(lines[0]).toBe('PAYSTUB, page 1');
    expect(lines).toContain('  net_pay                    1597.00');
    expect(lines).toContain('  derived: hours 80.00, hours.sum-of-lines (earnings[0].hours)');
    expect(text).toMatch(/\d+ of \d+ checks hold/);
    expect(text).not.toContain('does not hold');
  });

  test('for an altered amount, prints the failed check and the sign of alteration', async () => {
    const { value, text } = await read(file('altered.pdf', await payStubPdf({ net_pay: '2,597.00' })));
    const sign = { code: 'arithmetic_mismatch', severity: 'high', page: 1, expected: '1597.00', actual: '2597.00' };
    expect(value).toMatchObject({ documents: [{ fraud_signals: [sign], is_suspicious: true }] });
    expect(text).toContain('suspicious: a person should look at this document');
    expect(text).toContain('high: arithmetic_mismatch, The gross pay minus taxes and deductions is not the net pay');
    expect(text).toContain('does not hold: gross_minus_withheld_is_net, expected 1597.00, found 2597.00 (gross_pay,');
  });

  test('`document read` rejects a missing file, a file of another type, and a damaged PDF', async () => {
    await expect(read(join(folder, 'missing.pdf'))).rejects.toThrow('missing.pdf cannot be opened');
    await expect(read(file('picture.pdf', 'GIF89a'))).rejects.toThrow('picture.pdf is not a PDF or a picture');
    await expect(read(file('damaged.pdf', '%PDF-1.7 nothing else'))).rejects.toThrow(
      'damaged.pdf could not be read: it is damaged',
    );
  });

  test('`document read` rejects a file of more than 100 MiB without reading it', async () => {
    const path = file('large.pdf', '%PDF-1.7');
    truncateSync(path, 100 * 1024 * 1024 + 1);
    await expect(read(path)).rejects.toThrow('large.pdf is larger than 100 MiB');
  });
});
