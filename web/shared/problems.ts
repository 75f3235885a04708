// The kinds of failed requests that the applicant has to know about.

export type Problem = {
  /**
   * `offline`: no response. `server`: a server error, retry later. `throttled`: too many requests. `invalid`, `gone`:
   * the widget's state is out of date. `expired`, `unknown`: the token is not valid (any more). `forbidden`: the client
   * does not allow the request, for example from this page.
   */
  kind: 'offline' | 'server' | 'throttled' | 'invalid' | 'gone' | 'expired' | 'unknown' | 'forbidden';
  /** The server's message, for the embedding page's logs; applicants see the widget's own texts. */
  message: string;
  retry_after_s: number;
};
