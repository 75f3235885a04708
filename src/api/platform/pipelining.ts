// Handles one request per connection at a time. HTTP allows a client to pipeline any number of requests. Node would
// start all of them at the same time, and every other connection would have to wait. Responses must be sent in order
// anyway. Therefore each request starts when the previous request is answered, and other connections are served in
// between.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Turn = { readonly request: IncomingMessage; readonly response: ServerResponse };
type Line = { readonly socket: Socket; current: ServerResponse; waiting: Turn[] };

export function oneAtATime(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>();

  const goOnAfter = (line: Line): void => void line.current.once('close', () => setImmediate(() => goOn(line)));

  function goOn(line: Line): void {
    const turn = line.waiting.shift();
    if (turn === undefined) return;
    if (line.socket.destroyed) {
      line.waiting = [];
      return;
    }
    line.current = turn.response;
    if (line.waiting.length > 0) goOnAfter(line);
    else line.socket.resume();
    handle(turn.request, turn.response);
  }

  /**
   * The connection is paused as soon as a request has to wait. So only requests that were read from the socket at the
   * same time can wait.
   */
  function wait(line: Line, turn: Turn): void {
    if (line.waiting.push(turn) > 1) return;
    line.socket.pause();
    goOnAfter(line);
  }

  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line === undefined) {
      lines.set(socket, openLine(socket, response));
    } else if (line.waiting.length === 0 && line.current.closed) {
      line.current = response;
    } else {
      return wait(line, { request, response });
    }
    handle(request, response);
  };
}

function openLine(socket: Socket, current: ServerResponse): Line {
  const line: Line = { socket, current, waiting: [] };
  // When Node discards the rest of a request body, it resumes the socket. We pause the socket again if requests are
  // waiting.
  socket.on('resume', () => {
    if (line.waiting.length > 0) socket.pause();
  });
  return line;
}
