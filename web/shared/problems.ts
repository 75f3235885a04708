// The kinds of failed requests that the applicant has to know about.

export type Problem = {
  /**
   * offline: no response. server: an error, try later. throttled: too many requests. invalid, gone: what is shown here
   * is out of date. expired, unknown: the token is not valid (any more).
   * forbidden: the client does not allow it, for example on this page.
   */
  kind: 'offline' | 'server' | 'throttled' | 'invalid' | 'gone' | 'expired' | 'unknown' | 'forbidden';
  /** The server's message, for the page's own logs; applicants see the widget's texts. */
  message: string;
  retry_after_s: number;
};
