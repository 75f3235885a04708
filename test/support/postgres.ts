// One PostgreSQL server for the whole test run: the server in TEST_VOUCH_DATABASE_URL if that is set, otherwise an
// embedded server in a temporary folder. The server contains a migrated template database, which each test file copies.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '#storage/platform/migrations.ts';
import { prepareQueue } from '#storage/platform/queue.ts';
import { checkLogs, collectLogs } from './log.ts';
import { databaseUrl, onServer, PATIENT_MS } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    server_url: string;
    template: string;
    /** The database role under which queries must run. It is '' if queries run under the login role. */
    role: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  collectLogs();
  const { url, stop } = await startServer();
  const template = `vouch_template_${process.pid}`;
  await onServer(url, `create database ${template}`);
  const role = await prepareDatabase(databaseUrl(url, template), { log: () => undefined, connect_ms: PATIENT_MS });
  await prepareQueue(databaseUrl(url, template), role);
  project.provide('server_url', url);
  project.provide('template', template);
  project.provide('role', role ?? '');
  return async () => {
    await onServer(url, `drop database ${template}`);
    await stop();
    checkLogs();
  };
}

async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = process.env['TEST_VOUCH_DATABASE_URL'];
  if (url !== undefined) return { url, stop: async () => undefined };
  const { startEmbedded } = await import('#storage/platform/embedded/embedded.ts');
  const data_dir = await mkdtemp(join(tmpdir(), 'vouch-test-'));
  // If root starts the server, the server runs as the user `nobody`, which needs access to this folder.
  await chmod(data_dir, 0o711);
  const server = await startEmbedded({ data_dir, log: () => undefined });
  return {
    url: server.url(),
    stop: async () => {
      await server.stop();
      await rm(data_dir, { recursive: true, force: true });
    },
  };
}
