// Sends a form with a file. It uses XMLHttpRequest, because `fetch` cannot report how much of a request was sent.

export type FormUpload = {
  form: FormData;
  signal: AbortSignal;
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress(share: number): void;
};

/** How long nothing may be sent or received before the upload fails. A connection may break without an error. */
const IDLE_MS = 30_000;

export function sendForm(
  url: string,
  headers: Readonly<Record<string, string>>,
  { form, signal, onProgress }: FormUpload,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    let timer = setTimeout(abort, IDLE_MS);
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    const fail = (): void => {
      end();
      reject(new Error('the file was not sent'));
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      clearTimeout(timer);
      timer = setTimeout(abort, IDLE_MS);
      onProgress(total === 0 ? 0 : loaded / total);
    });
    request.addEventListener('load', () => {
      end();
      const retry_after = request.getResponseHeader('retry-after');
      resolve(
        new Response(request.responseText === '' ? null : request.responseText, {
          status: request.status,
          ...(retry_after !== null && { headers: { 'retry-after': retry_after } }),
        }),
      );
    });
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    signal.addEventListener('abort', abort);
    if (signal.aborted) fail();
    else request.send(form);
  });
}
