// Request bodies: read within bounds, and taken only as JSON. What is wrong with a body is noted here and
// said when its turn comes, so that a refused client may finish sending and then read why.
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type InvalidParam, incorrect, ServiceError } from '#base/errors.ts';
import { parseJson } from './json.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body exactly as sent; an Idempotency-Key is bound to it. Undefined when it was too large to keep. */
    raw_body: Buffer | undefined;
    /** Not JSON, or not said to be. */
    body_fault: ServiceError | undefined;
  }
}

const BODY_BYTES_MAX = 1_048_576;

export const BODY_TOO_LARGE: InvalidParam = {
  field: 'body',
  message: `Ensure this field has no more than ${BODY_BYTES_MAX} bytes.`,
};

const EMPTY = Buffer.alloc(0);
const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i;

/** Step 6. A request without a body is one with an empty body. */
export function readBodies(app: FastifyInstance): void {
  app.decorateRequest('raw_body');
  app.decorateRequest('body_fault');
  app.removeAllContentTypeParsers();
  // Fastify has its own idea of a media type and looks at it even where no body is of that type. So it
  // is not told, and hands every body to the one parser below.
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
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    request.raw_body = await readBytes(payload, Number(request.headers['content-length']));
    try {
      return toValue(request.raw_body, types.get(request) ?? '');
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      request.body_fault = error;
      return undefined;
    }
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined) request.body = {};
    done(request.body_fault);
  });
}

function toValue(bytes: Buffer | undefined, type: string): unknown {
  if (bytes?.length !== 0 && !JSON_TYPE.test(type)) {
    throw new ServiceError('unsupported_media_type', `Unsupported media type "${type}" in request.`);
  }
  return bytes === undefined ? undefined : parseJson(bytes);
}

/** Undefined when it is too large; the rest is then let through and dropped, up to the request's timeout. */
function readBytes(payload: Readable, announced: number): Promise<Buffer | undefined> {
  if (announced > BODY_BYTES_MAX) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    payload.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_BYTES_MAX) chunks.push(chunk);
      else {
        chunks = [];
        resolve(undefined);
      }
    });
    payload.on('end', () => resolve(Buffer.concat(chunks)));
    // The client went away, perhaps before we came to listen. Nobody will read the answer, but the request must end.
    const hungUp = () => {
      if (!payload.readableEnded) reject(incorrect({ field: 'body', message: 'The body ended early.' }));
    };
    payload.on('error', hungUp).on('close', hungUp);
    if (payload.destroyed) hungUp();
  });
}
