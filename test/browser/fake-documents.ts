// Fakes the widget API's endpoints for documents. A test can decide when an upload arrives and which outcome each file
// has. All other requests go to the service.
import type { Page, Request, Route } from 'playwright-core';

type Rule = { min: number | null; max: number | null; required: boolean };
type FakeFile = {
  file_id: string;
  filename: string;
  doc_type: string;
  status: string;
  is_final: boolean;
  reading: { page: number; pages: number } | null;
  problem: string | null;
  document_types: string[];
};

export type FakeDocuments = {
  files: FakeFile[];
  /** The bytes of each file that was sent, by its name. */
  bytes: Map<string, Buffer>;
  /** While true, uploads do not get a response. */
  is_held: boolean;
  /** The HTTP status of the next responses to uploads, for example 500 for a broken server; 201 by default. */
  upload_status: number;
  /** Sets the outcome of a file: either the document type that is recognised, or the problem that is reported. */
  read(filename: string, outcome: { is: string } | { problem: string }): void;
};

export type FakeOptions = { methods?: string[]; rules?: Record<string, Rule> };

const NO_RULES = Object.fromEntries(
  [
    'paystub',
    'w2',
    'f1099',
    'f1040',
    'insurance_home_policy',
    'insurance_auto_policy',
    'volunteer_letter',
    'other',
  ].map((kind) => [kind, null]),
);

export async function fakeDocuments(page: Page, { methods, rules = {} }: FakeOptions = {}): Promise<FakeDocuments> {
  const fake: FakeDocuments = {
    files: [],
    bytes: new Map(),
    is_held: false,
    upload_status: 201,
    read(filename, outcome) {
      const files = fake.files.filter((one) => one.filename === filename);
      if (files.length === 0) throw new Error(`${filename} has not been uploaded yet`);
      for (const file of files) {
        Object.assign(
          file,
          { is_final: true, reading: null },
          'is' in outcome
            ? { status: 'successful', document_types: [outcome.is] }
            : { status: outcome.problem === 'duplicate' ? 'duplicate' : 'failed', problem: outcome.problem },
        );
      }
    },
  };
  await page.route('**/widget/api/session/', async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    const document_upload = { types: { ...NO_RULES, ...rules } };
    const of = (part: { methods: string[] }) => ({ ...part, methods: methods ?? [...part.methods, 'docs'] });
    const order = session.order && { ...session.order, suborders: session.order.suborders.map(of) };
    await route.fulfill({ response, json: { ...of(session), order, document_upload } });
  });
  await page.route('**/widget/api/documents/**', (route) => answer(route, fake));
  return fake;
}

async function answer(route: Route, fake: FakeDocuments): Promise<void> {
  const request = route.request();
  const { pathname } = new URL(request.url());
  if (pathname.endsWith('/finish/')) return route.fulfill({ status: 201, json: TASK });
  const removed = /documents\/(\w+)\/remove\/$/.exec(pathname)?.[1];
  if (removed !== undefined) {
    fake.files = fake.files.filter(({ file_id }) => file_id !== removed);
    return route.fulfill({ json: { files: fake.files } });
  }
  if (request.method() === 'GET') return route.fulfill({ json: { files: fake.files } });
  while (fake.is_held) await new Promise((resolve) => setTimeout(resolve, 50));
  // An error is ignored, because the page may have been closed in the meantime.
  if (fake.upload_status !== 201) return route.fulfill({ status: fake.upload_status, json: {} }).catch(() => undefined);
  const { doc_type, filename, bytes } = readForm(request);
  fake.bytes.set(filename, bytes);
  fake.files.push({
    file_id: `${fake.bytes.size}`.padStart(32, '0'),
    filename,
    doc_type,
    status: 'processing',
    is_final: false,
    reading: null,
    problem: null,
    document_types: [],
  });
  return route.fulfill({ status: 201, json: { files: fake.files } }).catch(() => undefined);
}

/** Reads the parts of a form, as latin1 text, so that each character is one byte. */
function readForm(request: Request): { doc_type: string; filename: string; bytes: Buffer } {
  const text = request.postDataBuffer()?.toString('latin1') ?? '';
  const boundary = `--${/boundary=(.+)$/.exec(request.headers()['content-type'] ?? '')?.[1] ?? ''}`;
  const parts = text.split(boundary).map((part) => {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    return { head, content: rest.join('\r\n\r\n').replace(/\r\n$/, '') };
  });
  const named = (name: string) => parts.find(({ head }) => head.includes(`name="${name}"`));
  const file = named('file');
  return {
    doc_type: named('doc_type')?.content ?? '',
    filename: Buffer.from(/filename="([^"]*)"/.exec(file?.head ?? '')?.[1] ?? '', 'latin1').toString(),
    bytes: Buffer.from(file?.content ?? '', 'latin1'),
  };
}

/** The task that reads the documents. It has already ended with the status `done`. */
const TASK = {
  task_id: 'd'.repeat(32),
  suborder_id: null,
  status: 'done',
  is_final: true,
  step: 'working',
  redirect_url: null,
  provider: { id: 'documents', name: 'Documents', logo_url: null },
  employer: { name: '' },
  error: null,
  is_logged_in: true,
  public_token: 'e'.repeat(32),
};
