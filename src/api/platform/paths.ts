// Records which paths exist and which methods they allow, to distinguish an unknown path (404) from a wrong method
// (405).

const METHOD_ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

type Entry = {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
  /** The operation of a GET request to this path, if the operation has a name. */
  read_operation?: string;
};

export class PathTable {
  readonly #literal = new Map<string, Entry>();
  readonly #named = new Map<string, Entry>();

  add(url: string, method: string | readonly string[], operation?: string): void {
    const name = url.replace(/\/$/, '');
    const table = /[:*]/.test(name) ? this.#named : this.#literal;
    let entry = table.get(name);
    if (entry === undefined) {
      const pattern = name.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*');
      entry = { pattern: new RegExp(`^${pattern}/?$`, 's'), methods: new Set() };
      table.set(name, entry);
    }
    for (const one of [method].flat()) entry.methods.add(one);
    if (operation !== undefined && [method].flat().includes('GET')) entry.read_operation = operation;
  }

  /**
   * The path's methods, or undefined if there is no such path. A literal path takes precedence over a pattern.
   */
  methodsOf(path: string): string[] | undefined {
    const entry = this.#find(path);
    return entry && METHOD_ORDER.filter((method) => entry.methods.has(method));
  }

  /** The operation of a GET request to the path; undefined if the path has no GET operation. */
  readOperationOf(path: string): string | undefined {
    return this.#find(path)?.read_operation;
  }

  #find(path: string): Entry | undefined {
    return this.#literal.get(path.replace(/\/$/, '')) ?? this.#match(path);
  }

  /**
   * The router keeps one tree per HTTP method. If a literal path such as `/orders/lookup` exists only for POST, the
   * router routes `GET /orders/lookup` to the pattern for one order, as if "lookup" were an order's id. This function
   * detects such a request.
   */
  isMisrouted(path: string, method: string): boolean {
    return this.#literal.get(path.endsWith('/') ? path.slice(0, -1) : path)?.methods.has(method) === false;
  }

  /**
   * If several patterns match, chooses by the first segment in which the patterns differ: a literal segment is
   * preferred to a parameter, and a parameter to a wildcard. The router chooses in the same way.
   */
  #match(path: string): Entry | undefined {
    const names = [...this.#named].filter(([, { pattern }]) => pattern.test(path)).map(([name]) => name);
    const [first] = names.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
    return first === undefined ? undefined : this.#named.get(first);
  }
}

const rank = (name: string): string =>
  name
    .split('/')
    .map((part) => (part.startsWith('*') ? 2 : Number(part.startsWith(':'))))
    .join('');

/** The URL's path without the query, percent-decoded in the same way as in the router. */
export function pathOf(url: string): string {
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
