import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '#domain/console/operations.ts';
import { ACTIONS, actionText } from './actions.ts';

const SRC = fileURLToPath(new URL('../../../../src/', import.meta.url));

describe('the actions of the audit log', () => {
  test('each operation that the log records has a text', () => {
    const recorded = Object.entries(OPERATIONS).flatMap(([name, offered]) =>
      offered !== 'none' && (offered.right === 'write' || offered.is_view === true) ? [name] : [],
    );
    expect(recorded.filter((name) => !Object.hasOwn(ACTIONS, name))).toEqual([]);
  });

  test('each action that the console’s own code records has a text', () => {
    const files = ['services/console/', 'api/console/'].flatMap((folder) =>
      readdirSync(`${SRC}${folder}`)
        .filter((file) => !file.includes('.test.'))
        .map((file) => readFileSync(`${SRC}${folder}${file}`, 'utf8')),
    );
    const named = /\b(?:action|view): '(\w+)'|const action = [^;]*? \? '(\w+)' : '(\w+)';/g;
    const recorded = files.flatMap((text) =>
      [...text.matchAll(named)].flatMap(([, ...names]) => names.filter(Boolean)),
    );
    expect(recorded).toContain('endSession');
    expect(recorded.length).toBeGreaterThan(20);
    expect(recorded.filter((name) => !Object.hasOwn(ACTIONS, name ?? ''))).toEqual([]);
  });

  test('each route of the console that is recorded under its path has a text', () => {
    const recorded = readdirSync(`${SRC}api/console/`)
      .filter((file) => !file.includes('.test.'))
      .flatMap((file) => readFileSync(`${SRC}api/console/${file}`, 'utf8').split('consoleRoute(app, {').slice(1))
      .filter((route) => !/is_audited: false|\.\.\.WRITE/.test(route))
      .flatMap((route) => {
        const [, method = '', url = ''] = /method: '(\w+)',\s+url: '(?:scoped\/)?([^']+?)\/'/.exec(route) ?? [];
        return method === 'GET' ? [] : [`${method} ${url}`];
      });
    expect(recorded).toContain('POST orders/:order_id/token');
    expect(recorded.filter((name) => !Object.hasOwn(ACTIONS, name))).toEqual([]);
  });

  test('an unknown action is shown as the log stores it', () => {
    expect(actionText('en', 'createKey')).toBe('Created an API key');
    expect(actionText('es', 'createKey')).toBe('Creó una clave de API');
    expect(actionText('en', 'constructor')).toBe('constructor');
  });
});
