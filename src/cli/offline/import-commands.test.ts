import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addImportCommands } from './import-commands.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vouch-imports-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(name: string, content: string, ...options: string[]): Promise<{ value: unknown; text: string }> {
  const file = join(folder, name);
  writeFileSync(file, content);
  const printed: { value: unknown; text: string }[] = [];
  const program = new Command().exitOverride();
  addImportCommands(program, (value, text) => void printed.push({ value, text }));
  await program.parseAsync(['import', 'read', file, ...options], { from: 'user' });
  return printed[0] ?? { value: undefined, text: '' };
}

const CSV = `Account Number: 000123454417
Date,Description,Amount,Balance
2026-01-15,Payroll Heron Mills,2100.50,2600.50
2026-01-16,Rent,-1200.00,1400.50
`;

describe('vouch import read', () => {
  test('prints the account with its sums and balances, and masks the account number', async () => {
    const { value, text } = await read('bank.csv', CSV);
    expect(text.split('\n')).toEqual([
      'format csv',
      'account ending in 4417',
      '  2 transactions, 2026-01-15 to 2026-01-16',
      '  in 2100.50, out 1200.00',
      '  opening balance 500.00 on 2026-01-15',
      '  closing balance 1400.50 on 2026-01-16',
    ]);
    expect(value).toMatchObject({
      format: 'csv',
      columns: { date: 'Date', description: 'Description', amount: 'Amount', balance: 'Balance' },
      accounts: [{ mask: '4417', transactions_count: 2, credits: '2100.50', debits: '1200.00' }],
      warnings_count: 0,
    });
    expect(JSON.stringify(value)).not.toContain('000123454417');
  });

  test('prints "1 transaction" in the singular', async () => {
    const [preamble, header, pay] = CSV.split('\n');
    const { text } = await read('single.csv', [preamble, header, pay].join('\n'));
    expect(text).toContain('  1 transaction, 2026-01-15 to 2026-01-15');
  });

  test('prints warnings with their line and column', async () => {
    const { text } = await read('wrong.csv', CSV.replace('1400.50\n', '1400.51\n'));
    expect(text).toContain('warning: line 4, column 26: The balance does not follow from the amounts.');
  });

  test('the error contains the line and column of the first invalid value', async () => {
    await expect(read('bad.csv', CSV.replace('-1200.00', 'a lot'))).rejects.toThrow(
      /bad\.csv could not be read\. Line 4, column 17: the amount is not a number\.$/,
    );
  });

  test('`import read` rejects an ambiguous date format in the file, and an unknown --format', async () => {
    const dates = CSV.replaceAll(/2026-01-1(\d)/g, '0$1/07/2026');
    await expect(read('dates.csv', dates)).rejects.toThrow(
      /dates\.csv could not be read\. The date format is ambiguous\.$/,
    );
    await expect(read('bank.csv', CSV, '--format', 'qif')).rejects.toThrow(/It must be one of ofx, qfx,/);
  });

  test('the error for a missing file contains its path', async () => {
    const program = new Command().exitOverride();
    addImportCommands(program, () => undefined);
    const asked = program.parseAsync(['import', 'read', join(folder, 'missing.csv')], { from: 'user' });
    await expect(asked).rejects.toThrow(/missing\.csv cannot be opened$/);
  });
});
