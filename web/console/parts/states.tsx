// What a page shows while it has no data: a loading state, a failure, or an empty state. The empty state shows the API
// request that would create data.
import type { ComponentChildren, JSX } from 'preact';
import type { Environment } from '#domain/platform/scope.ts';
import { Button, Notice, Skeleton } from '../../shared/parts/basics.tsx';
import { CodeBlock, JsonBlock } from '../../shared/parts/code-block.tsx';
import { SERVER_URL } from '../../shared/server.ts';
import { fill } from '../../shared/words.ts';
import type { Problem } from '../http.ts';
import type { Loaded } from '../load.ts';
import { useWords, type Words } from '../words.ts';
import { PageHead } from './page.tsx';
import { COMMON } from './words.ts';

type ShowProps<T> = {
  of: Loaded<T>;
  children(value: T): ComponentChildren;
  meanwhile?: JSX.Element;
  /** True if the page consists of this data only. A failure must then show a title as well. */
  is_page?: boolean;
};

/** Shows the data as soon as it is loaded. Older data stays visible while the data is read again. */
export function Show<T>({ of, children, meanwhile, is_page = false }: ShowProps<T>) {
  if (of.value !== undefined) return <>{children(of.value)}</>;
  if (of.problem !== undefined) return <Failed problem={of.problem} is_page={is_page} onRetry={of.reload} />;
  return meanwhile ?? <Loading />;
}

export const Loading = ({ rows = 6 }: { rows?: number }) => {
  const words = useWords(COMMON);
  return (
    <div class="card" role="status">
      <span class="only-heard">{words.loading}</span>
      {Array.from({ length: rows }, (_, at) => (
        <Skeleton key={at} width={`${55 + ((at * 23) % 40)}%`} height="1.125rem" />
      ))}
    </div>
  );
};

export function problemText(words: Words, problem: Problem): string {
  if (problem.status === 0) return words['fails_offline'] ?? '';
  if (problem.status === 403) return words['fails_forbidden'] ?? '';
  if (problem.status === 404) return words['fails_missing'] ?? '';
  if (problem.status === 429) return fill(words['fails_throttled'] ?? '', { seconds: problem.retry_after_s });
  if (problem.status >= 500) return words['fails_server'] ?? '';
  const [fault] = problem.faults;
  if (fault !== undefined) return `${fault.field}: ${fault.message}`;
  return problem.message === '' ? (words['refused'] ?? '') : problem.message;
}

type FailedProps = { problem: Problem; is_page?: boolean; onRetry(): void };

export function Failed({ problem, is_page = false, onRetry }: FailedProps) {
  const words = useWords(COMMON);
  const title = problem.status === 404 ? words.missing_title : words.fails_title;
  const card = (
    <div class="card">
      <Notice>
        {!is_page && <strong>{title}</strong>}
        <p>{problemText(words, problem)}</p>
      </Notice>
      <div>
        <Button kind="second" onClick={onRetry}>
          {words.try_again}
        </Button>
      </div>
    </div>
  );
  if (!is_page) return card;
  return (
    <>
      <PageHead title={title} />
      {card}
    </>
  );
}

/** Returns the error message of one field after a rejected request. */
export const faultOf = (problem: Problem | undefined, field: string): string | undefined =>
  problem?.faults.find((fault) => fault.field === field)?.message;

/** Shows the problem of a form as a notice. If the fields already show all errors, shows nothing. */
export function FormProblem({ problem, fields = [] }: { problem: Problem | undefined; fields?: readonly string[] }) {
  const words = useWords(COMMON);
  if (problem === undefined) return null;
  const rest = problem.faults.filter(({ field }) => !fields.includes(field));
  if (problem.faults.length > 0 && rest.length === 0) return null;
  return <Notice>{problemText(words, { ...problem, faults: rest })}</Notice>;
}

export type Curl = { method?: string; path: string; body?: unknown; secret?: 'sandbox' | 'prod' };

/**
 * The API request that creates an order. The order then produces events, webhook deliveries and messages, and its
 * `share_url` opens the widget.
 */
export const NEW_ORDER: Curl = {
  method: 'POST',
  path: 'orders/',
  body: { products: ['income'], first_name: 'Jordan', last_name: 'Averill' },
};

/**
 * The API request for connecting an account of a person. In the sandbox, the request connects the sample login
 * immediately. In prod, the request creates a token for the widget, in which the person then connects the account.
 */
export const connectCurl = (environment: Environment, user_id: string, more: { order_id?: string } = {}): Curl =>
  environment === 'sandbox'
    ? {
        method: 'POST',
        path: 'sandbox/links/',
        body: {
          user_id,
          provider_id: 'vouch_payroll',
          username: 'goodlogin',
          password: 'goodpassword',
          product_type: 'income',
          ...more,
        },
      }
    : {
        method: 'POST',
        path: `users/${user_id}/tokens/`,
        body: { product_type: 'income', client_name: 'Your company' },
      };

/** Returns a curl command in which shell variables stand for the caller's secrets. */
export function curlOf({ method = 'GET', path, body }: Curl): string {
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "${SERVER_URL}v1/${path}"`,
    '-H "X-Access-Client-Id: $VOUCH_CLIENT_ID"',
    '-H "X-Access-Secret: $VOUCH_SECRET"',
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body, undefined, 2)}'`]),
  ];
  return lines.join(' \\\n  ');
}

type EmptyProps = { title: string; text: string; curl?: Curl; children?: ComponentChildren };

export const Empty = ({ title, text, curl, children }: EmptyProps) => (
  <section class="empty">
    <div class="words">
      <h2>{title}</h2>
      <p class="soft">{text}</p>
    </div>
    {children !== undefined && <div class="line">{children}</div>}
    {curl !== undefined && <CurlBlock {...curl} />}
  </section>
);

export function CurlBlock(curl: Curl) {
  const words = useWords(COMMON);
  return <CodeBlock text={curlOf(curl)} label={words.as_curl} labels={words} />;
}

export function Json({ value, label }: { value: unknown; label: string }) {
  const words = useWords(COMMON);
  return <JsonBlock value={value} label={label} labels={words} />;
}
