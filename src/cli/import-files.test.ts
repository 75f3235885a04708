import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeVouch, startFakeVouch } from '#test/fake-vouch.ts';
import { addImportAction } from './import-files.ts';
import { addImportCommands } from './offline/import-commands.ts';

const IMPORTED = {
  id: 'a'.repeat(32),
  user_id: 'b'.repeat(32),
  link_id: 'c'.repeat(32),
  task_id: 'd'.repeat(32),
  format: 'csv',
  accounts_count: 1,
  transactions_count: 2,
  new_transactions_count: 1,
  statements_count: 0,
  tax_documents_count: 0,
  columns: null,
  warnings: [{ line: 3, column: 5, message: 'The balance does not follow from the amounts.' }],
  created_at: '2026-03-01T12:00:00Z',
};

let vouch: FakeVouch;
let folder: string;
let file: string;
beforeAll(async () => {
  vouch = await startFakeVouch();
  folder = mkdtempSync(join(tmpdir(), 'vouch-imports-'));
  file = join(folder, 'bank.csv');
  writeFileSync(file, 'Date,Description,Amount\n2026-01-15,Rent,-1.00\n');
});
beforeEach(() => void vouch.asked.splice(0));
afterAll(async () => {
  await vouch.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<{ value: unknown; text: string }> {
  const printed: { value: unknown; text: string }[] = [];
  const print = (value: unknown, text: string) => void printed.push({ value, text });
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  addImportAction(addImportCommands(program, print), print);
  for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => undefined });
  const { url, client_id, access_secret } = vouch.access;
  const access = ['--url', url, '--client-id', client_id, '--access-secret', access_secret];
  await program.parseAsync(['import', ...args, ...(args[0] === 'read' ? [] : access)], { from: 'user' });
  return printed[0] ?? { value: undefined, text: '' };
}

describe('vouch import FILE --user ID', () => {
  test('sends the file and prints what was imported, with the warnings', async () => {
    vouch.answers.set('/v1/imports/', [201, IMPORTED]);
    const { value, text } = await run(file, '--user', 'u', '--mask', '0042', '--date-format', 'YYYY-MM-DD');
    expect(value).toEqual(IMPORTED);
    expect(text.split('\n')).toEqual([
      'csv: 1 account, 2 transactions, 1 of them new',
      `import ${IMPORTED.id}, link ${IMPORTED.link_id}, task ${IMPORTED.task_id}`,
      'warning at line 3, column 5: The balance does not follow from the amounts.',
    ]);
    const [{ body } = { body: '' }] = vouch.asked;
    const { content, ...sent } = JSON.parse(body);
    expect(Buffer.from(content, 'base64').toString('utf8')).toContain('Rent');
    expect(sent).toEqual({
      user_id: 'u',
      filename: 'bank.csv',
      account: { name: null, type: null, mask: '0042' },
      columns: { date_format: 'YYYY-MM-DD' },
    });
  });

  test('`vouch import` prints the reason if the service rejects a file', async () => {
    const fault = { field: 'content', message: 'No record of this person was found.' };
    const error = { code: 'incorrect_parameters', message: 'x', extra: { 'invalid-params': [fault] } };
    vouch.answers.set('/v1/imports/', [400, { error }]);
    await expect(run(file, '--user', 'u')).rejects.toThrow('content: No record of this person was found.');
  });

  test('a missing user or a missing file is an error, and nothing is sent', async () => {
    await expect(run(file)).rejects.toThrow("required option '--user <id>' not specified");
    await expect(run(join(folder, 'none.csv'), '--user', 'u')).rejects.toThrow('none.csv cannot be opened');
    expect(vouch.asked).toEqual([]);
  });

  test('a file of 32 MiB is sent completely; a larger file is rejected with the same message as in the service, and nothing is sent', async () => {
    vouch.answers.set('/v1/imports/', [201, IMPORTED]);
    const large = join(folder, 'large.csv');
    writeFileSync(large, '');
    truncateSync(large, 33_554_432);
    await run(large, '--user', 'u');
    const [{ body } = { body: '' }] = vouch.asked.splice(0);
    // Base64 needs four characters for three bytes.
    expect(body.length).toBeGreaterThan(44_739_244);
    truncateSync(large, 33_554_433);
    await expect(run(large, '--user', 'u')).rejects.toThrow('Ensure the file has no more than 33554432 bytes.');
    expect(vouch.asked).toEqual([]);
  });

  test('`vouch import read` remains a separate command, which reads a file without a service and has its own options', async () => {
    expect((await run('read', file, '--format', 'csv')).text).toContain('1 transaction');
    expect(vouch.asked).toEqual([]);
  });
});
