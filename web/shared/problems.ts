// The kinds of failed requests that the applicant has to know about.

export type Problem = {
  /**
   * `offline`: there was no response. `server`: a server error; the request may be retried later. `throttled`: too many
   * requests. `invalid` or `gone`: the widget's state is out of date. `expired`: the token is no longer valid.
   * `unknown`: the token is not valid. `forbidden`: the client does not allow the request, for example because the
   * client does not allow this page.
   */
  kind: 'offline' | 'server' | 'throttled' | 'invalid' | 'gone' | 'expired' | 'unknown' | 'forbidden';
  /**
   * The server's message. The embedding page gets it in an `ERROR` event, for its logs. Applicants see the widget's own
   * texts instead.
   */
  message: string;
  retry_after_s: number;
  /** The fields of the request that the server does not accept, if the server names them. */
  faults?: readonly { field: string; message: string }[];
};
