// Starts the console in the browser's language, or in the language chosen before.
import { render } from 'preact';
import { guessLocale } from '../shared/words.ts';
import { Console } from './app.tsx';
import { remembered } from './theme.ts';

const root = document.getElementById('root');
if (root !== null) {
  const saved = remembered('vouch-console-locale');
  render(<Console first_locale={guessLocale(saved === null ? navigator.languages : [saved])} />, root);
}
