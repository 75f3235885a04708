// The two kinds of errors of the bank: errors of OAuth endpoints and errors of the data API.

/** An error that is answered as `{error, error_description}`. */
export class OAuthError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, text: string, headers: Readonly<Record<string, string>> = {}) {
    super(text);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** FDX codes with their HTTP status and their message. */
const FDX_ERRORS = {
  '401': [400, 'Invalid input'],
  '500': [500, 'Internal server error'],
  '501': [503, 'Subsystem unavailable'],
  '503': [503, 'Scheduled maintenance'],
  '601': [404, 'Customer not found'],
  '602': [401, 'Customer not authorized'],
  '701': [404, 'Account not found'],
  '702': [400, 'Invalid start or end date'],
  '703': [400, 'Invalid date range'],
  '704': [400, 'Account type not supported'],
  '1107': [404, 'Data not found for request parameters'],
  // FDX has no codes for the HTTP statuses 405 and 429, so banks repeat the status as the code.
  '405': [405, 'Method not supported'],
  '429': [429, 'Too many requests'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

export type FdxCode = keyof typeof FDX_ERRORS;

/** An error that is answered as `{code, message, debugMessage}`. */
export class FdxError extends Error {
  readonly code: FdxCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: FdxCode,
    debug: string,
    options: { status?: number; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(debug);
    this.code = code;
    this.status = options.status ?? FDX_ERRORS[code][0];
    this.headers = options.headers ?? {};
  }

  get body() {
    return { code: this.code, message: FDX_ERRORS[this.code][1], debugMessage: this.message };
  }
}
