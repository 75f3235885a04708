// Reads request bodies within size limits. Accepts JSON. Routes that take forms also accept forms. An error in the body
// is recorded here and reported later, at its place in the order of checks. So the client can finish sending, and can
// then read why its request was rejected.
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type InvalidParam, incorrect, ServiceError, unavailable } from '#base/errors.ts';
import { parseJson } from '#base/json.ts';
import { type LongListRule, missingList, readLongList } from './long-lists.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The body exactly as sent. Its hash is stored with the request's Idempotency-Key. Undefined if the body was too
     * large to keep.
     */
    raw_body: Buffer | undefined;
    /** Set if the body is not valid JSON, or if the route does not accept its Content-Type. */
    body_fault: ServiceError | undefined;
  }
  interface FastifyContextConfig {
    /** The maximum body size; the default is 1 MiB. */
    body_bytes_max?: number;
    /**
     * Set if the body is a list that is too long to parse in one piece. The route then receives the body as a LongList.
     */
    long_list?: LongListRule;
    /** Set if parsing the body may be slow. The route then receives the bytes and parses them in a worker thread. */
    stays_bytes?: true;
    /**
     * The media type of the body, if the route takes a whole file as its body instead of JSON. The route then reads the
     * bytes from `raw_body`.
     */
    file_type?: string;
    /** Set if the body is a form with a file, and not JSON. The route then receives the body as a FormBody. */
    takes_form?: true;
  }
}

/** A `multipart/form-data` body that is not parsed yet. */
export type FormBody = { bytes: Buffer; type: string };

const BODY_BYTES_MAX = 1_048_576;
/**
 * The total memory for complete bodies larger than `BODY_BYTES_MAX`. If it is used up, the response is 503. A body that
 * is larger than this total is accepted if no other large body is in memory, because an upload of documents has up to
 * 140 MiB.
 */
const LARGE_BYTES_MAX = 64 * BODY_BYTES_MAX;

const bytesMax = ({ routeOptions }: FastifyRequest): number => routeOptions.config.body_bytes_max ?? BODY_BYTES_MAX;

export const bodyTooLarge = (request: FastifyRequest): InvalidParam => ({
  field: 'body',
  message: `Ensure this field has no more than ${bytesMax(request)} bytes.`,
});

const EMPTY = Buffer.alloc(0);
const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i;

const FORM_TYPE = /^multipart\/form-data\s*;/i;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * Step 6 of the checks, for bodies of every kind. A request with two Content-Type headers is rejected, because this
 * service might use one header and a proxy the other header. An encoded body is rejected, because this service does not
 * decompress bodies.
 */
export function checkBodyHeaders(request: IncomingMessage): ServiceError | null {
  if (!hasBody(request)) return null;
  const { 'content-encoding': encoding = 'identity' } = request.headers;
  if (encoding.toLowerCase() !== 'identity') {
    return new ServiceError('unsupported_media_type', `Unsupported content encoding "${encoding}" in request.`, {
      headers: { 'accept-encoding': 'identity' },
    });
  }
  // If a request has several Content-Type headers, Node keeps only the first in `headers`. So we look at `rawHeaders`.
  const types = request.rawHeaders.filter((_, i, raw) => i % 2 === 1 && raw[i - 1]?.toLowerCase() === 'content-type');
  return types.length > 1
    ? new ServiceError('unsupported_media_type', `Unsupported media type "${types.join(', ')}" in request.`)
    : null;
}

/** Step 6 of the checks: reads the body. A request without a body is treated like a request with an empty body. */
export function readBodies(app: FastifyInstance): void {
  app.decorateRequest('raw_body');
  app.decorateRequest('body_fault');
  app.removeAllContentTypeParsers();
  // Fastify would validate the media type by its own rules, even if there is no body. So we hide the Content-Type from
  // fastify. Fastify then passes every body to the one parser that this function registers.
  const types = new WeakMap<FastifyRequest, string>();
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const type = request.headers['content-type'];
    if (type !== undefined) {
      types.set(request, type);
      delete request.headers['content-type'];
    }
    request.raw_body = EMPTY;
    done();
  });
  const room = newRoom();
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    const announced = Number(request.headers['content-length']);
    const hasRoom = (bytes: number) => app.slots.hasRoom(request, bytes);
    request.raw_body = await readBytes(payload, { announced, bytes_max: bytesMax(request), hasRoom });
    const busy = app.slots.enter(request) ?? room.take(request, request.raw_body?.length ?? 0);
    if (busy !== undefined) throw busy;
    try {
      return await toValue(request, types.get(request) ?? '');
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      request.body_fault = error;
      return undefined;
    }
  });
  app.addHook('preValidation', (request, _reply, done) => {
    const { long_list } = request.routeOptions.config;
    if (request.body === undefined) request.body = long_list === undefined ? {} : missingList(long_list);
    done(request.body_fault);
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    room.free(request);
    done(null, payload);
  });
}

async function toValue({ raw_body, routeOptions }: FastifyRequest, type: string): Promise<unknown> {
  if (routeOptions.config.takes_form === true && FORM_TYPE.test(type)) {
    return raw_body && ({ bytes: raw_body, type } satisfies FormBody);
  }
  const { file_type } = routeOptions.config;
  if (file_type !== undefined && type.split(';')[0]?.trim().toLowerCase() === file_type) return undefined;
  if (file_type !== undefined || (raw_body?.length !== 0 && !JSON_TYPE.test(type))) {
    throw new ServiceError('unsupported_media_type', `Unsupported media type "${type}" in request.`);
  }
  const { long_list, stays_bytes } = routeOptions.config;
  if (raw_body === undefined || stays_bytes) return undefined;
  return long_list === undefined ? parseJson(raw_body) : readLongList(raw_body, long_list);
}

function newRoom() {
  const taken = new Map<FastifyRequest, number>();
  let total = 0;
  return {
    take(request: FastifyRequest, bytes: number): ServiceError | undefined {
      if (bytes <= BODY_BYTES_MAX) return undefined;
      if (total > 0 && total + bytes > LARGE_BYTES_MAX) return unavailable(new Error('too many large bodies at once'));
      total += bytes;
      taken.set(request, bytes);
      return undefined;
    },
    free(request: FastifyRequest): void {
      total -= taken.get(request) ?? 0;
      taken.delete(request);
    },
  };
}

type Reading = { announced: number; bytes_max: number; hasRoom(bytes: number): boolean };

/**
 * Returns undefined if the body is too large. The rest of the body is then read and discarded until the body ends or
 * the request times out.
 */
function readBytes(payload: Readable, { announced, bytes_max, hasRoom }: Reading): Promise<Buffer | undefined> {
  if (announced > bytes_max) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    let kept = newPile(announced);
    let size = 0;
    payload.on('data', (chunk: Buffer) => {
      if (size > bytes_max) return;
      size += chunk.length;
      if (size <= bytes_max && hasRoom(size)) return kept.add(chunk);
      kept = newPile(0);
      if (size > bytes_max) return resolve(undefined);
      // `hasRoom` returned false: the request was evicted, because too many bodies or bytes are arriving (arrivals.ts).
      // The request has already been answered, and its connection is about to close.
      size = Number.POSITIVE_INFINITY;
    });
    payload.on('end', () => resolve(kept.whole()));
    // Called when the client has disconnected, perhaps before we attached listeners. The response will not be read, but
    // the request must end.
    const hungUp = () => {
      if (!payload.readableEnded) reject(incorrect({ field: 'body', message: 'The body ended early.' }));
    };
    payload.on('error', hungUp).on('close', hungUp);
    if (payload.destroyed) hungUp();
  });
}

/**
 * A large body with a Content-Length is collected in one buffer, so that its chunks need not be concatenated. The
 * buffer is not filled with zeros first, so its memory is written only when the bytes arrive.
 */
function newPile(announced: number) {
  const whole = announced > BODY_BYTES_MAX ? Buffer.allocUnsafeSlow(announced) : undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    add(chunk: Buffer): void {
      if (whole === undefined) chunks.push(chunk);
      else chunk.copy(whole, size);
      size += chunk.length;
    },
    whole: (): Buffer => whole?.subarray(0, size) ?? Buffer.concat(chunks),
  };
}
