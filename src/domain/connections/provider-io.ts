// The I/O interface for connectors. outbound/ implements the interface, and connectors/ uses it. Neither directory
// imports the other, so the shared types are defined here.

export type Io = {
  /**
   * Sends a request. The request may go only to origins that the manifest lists. The response size is limited, and
   * redirects are not followed.
   */
  fetch(url: string, request?: IoRequest): Promise<IoResponse>;
  /** The time on the client's clock. In the sandbox, this clock may be ahead of the real time. */
  now(): Date;
  /**
   * The real time. Signed requests need the real time, because a provider compares the time in the request with its own
   * clock.
   */
  real_now(): Date;
  /** This signal is aborted when the step times out. */
  readonly signal: AbortSignal;
  random(bytes: number): Buffer;
};

export type IoRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string;
};

/** `body` is `bytes` decoded as UTF-8; connectors that read files need the bytes. Header names are in lower case. */
export type IoResponse = { status: number; headers: Readonly<Record<string, string>>; body: string; bytes: Buffer };

/**
 * PEM texts: our client certificate with its key, and the certificate authorities that are trusted instead of the
 * public authorities.
 */
export type ProviderTls = { certificate: string | null; key: string | null; ca: string | null };
