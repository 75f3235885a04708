// What can go wrong with a request, as far as the person is concerned.

export type Problem = {
  /**
   * offline: no answer. server: an answer that says try later. throttled: too much at once. invalid, gone: the server
   * has moved on from what is shown here. expired, unknown: the token is no good (any more).
   * forbidden: the client does not allow it, such as on this page.
   */
  kind: 'offline' | 'server' | 'throttled' | 'invalid' | 'gone' | 'expired' | 'unknown' | 'forbidden';
  /** The server's words, for the page's own logs; people read ours. */
  message: string;
  retry_after_s: number;
};
