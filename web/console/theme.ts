// The dark and the light theme. By default, media queries in the stylesheets select the theme of the operating system.
// If the user chooses a theme, this module rewrites the condition of these queries, so that the stylesheets need to
// declare the colours only once.
export type Theme = 'system' | 'light' | 'dark';

export const THEMES = ['system', 'light', 'dark'] as const;

const QUERY = '(prefers-color-scheme: dark)';
const CONDITIONS: Record<Theme, string> = { system: QUERY, light: 'not all', dark: 'all' };
const KEY = 'vouch-console-theme';

export function savedTheme(): Theme {
  const saved = remembered(KEY);
  return THEMES.find((theme) => theme === saved) ?? 'system';
}

export function applyTheme(theme: Theme): void {
  remember(KEY, theme);
  document.documentElement.style.colorScheme = theme === 'system' ? 'light dark' : theme;
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSMediaRule)) continue;
      if (rule.media.mediaText === QUERY) DARK_RULES.add(rule);
      if (DARK_RULES.has(rule)) rule.media.mediaText = CONDITIONS[theme];
    }
  }
}

/** Calls `change` whenever the system switches between dark and light. Returns a function that stops these calls. */
export function onSystemScheme(change: () => void): () => void {
  const scheme = matchMedia(QUERY);
  scheme.addEventListener('change', change);
  return () => scheme.removeEventListener('change', change);
}

/**
 * The media rules found so far that define dark colours. They are kept in this set, because a rule whose condition was
 * rewritten could not be found again.
 */
const DARK_RULES = new Set<CSSMediaRule>();

/**
 * Returns a choice that was stored in the browser; null if there is none. If the browser forbids storage, a choice
 * lasts only until the page is closed.
 */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The browser forbids storage, so the choice is not kept.
  }
}
