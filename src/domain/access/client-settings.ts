// The allowed values of a client's own settings: its name, and the origins of the pages that may open its widget.
import { toOrigin } from '#base/http/hosts.ts';

/** The maximum length of a client's name. It equals the maximum length of the client name in a bridge token. */
export const CLIENT_NAME_LENGTH_MAX = 128;
/** The origins are compared one by one whenever a widget is opened, so their number is limited. */
export const WIDGET_ORIGINS_MAX = 50;
/** A host name has up to 253 characters. The scheme and the port are added to it. */
export const ORIGIN_LENGTH_MAX = 300;

/** The name without surrounding spaces, or undefined if the name is empty or too long. */
export function toClientName(text: string): string | undefined {
  const name = text.trim();
  return name === '' || name.length > CLIENT_NAME_LENGTH_MAX ? undefined : name;
}

/**
 * Returns the origins in the form in which browsers write them, without duplicates. If some texts are not origins,
 * returns the first of these texts instead.
 */
export function toOrigins(texts: readonly string[]): { origins: string[] } | { wrong: string } {
  const origins = new Set<string>();
  for (const text of texts) {
    const origin = toOrigin(text.trim());
    if (origin === undefined) return { wrong: text.trim() };
    origins.add(origin);
  }
  return { origins: [...origins] };
}
