// Which hosts are this very machine.

/** As it stands in a URL: a name, or an address in its shortest form. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
