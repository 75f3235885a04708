// The outside world as a connector is handed it. Who reaches out (outbound/) and who is reached for (connectors/) do
// not know each other, so what they agree on stands here.

export type Io = {
  /** Reaches the manifest's origins only; the answer is read up to a limit, and redirects are not followed. */
  fetch(url: string, request?: IoRequest): Promise<IoResponse>;
  /** The owner's time: in the sandbox it may run ahead. */
  now(): Date;
  /** Aborted when the step has run out of time. */
  readonly signal: AbortSignal;
  random(bytes: number): Buffer;
};

export type IoRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string;
};

/** `body` is the same as `bytes`, read as UTF-8; files need the bytes. Names of headers are in lower case. */
export type IoResponse = { status: number; headers: Readonly<Record<string, string>>; body: string; bytes: Buffer };
