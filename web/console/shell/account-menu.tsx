// The menu of the signed-in user: account, colours, language, sign-out.
import { Button } from '../../shared/parts/basics.tsx';
import { Icon } from '../../shared/parts/icons.tsx';
import { useApp } from '../desk.tsx';
import { forgetLoaded } from '../load.ts';
import { THEMES } from '../theme.ts';
import { useWords } from '../words.ts';
import { SHELL } from './words.ts';

const LOCALES = [
  ['en', 'English'],
  ['es', 'Español'],
] as const;

export function AccountMenu({ onHelp }: { onHelp(): void }) {
  const { session, http, setSession, href, theme, setTheme } = useApp();
  const words = useWords(SHELL);
  const signOut = async (): Promise<void> => {
    await http.send('DELETE', 'session/');
    forgetLoaded();
    setSession(null);
  };
  return (
    <>
      <button type="button" class="icon-button" aria-label={words.account} popovertarget="account-menu">
        <Icon name="person" size={22} />
      </button>
      <div id="account-menu" class="menu" popover="auto">
        <div class="menu-list">
          <div>
            <strong>{session?.user.name}</strong>
            <div class="soft small">{session?.user.email}</div>
          </div>
          <a href={href(null, ['account'])}>{words.account_page}</a>
          <a href={href(null, ['design'])}>{words.design}</a>
          <div>
            <div class="soft small">{words.theme}</div>
            <div class="switch" role="group" aria-label={words.theme}>
              {THEMES.map((one) => (
                <button key={one} type="button" aria-pressed={one === theme} onClick={() => setTheme(one)}>
                  {words[`theme_${one}`]}
                </button>
              ))}
            </div>
          </div>
          <LanguageSwitch />
          <Button
            kind="quiet"
            onClick={() => {
              hideMenu();
              onHelp();
            }}
          >
            {words.help}
          </Button>
          <Button kind="second" onClick={() => void signOut()}>
            {words.sign_out}
          </Button>
        </div>
      </div>
    </>
  );
}

export function hideMenu(): void {
  const menu = document.getElementById('account-menu');
  if (menu?.matches(':popover-open') === true) menu.hidePopover();
}

export function LanguageSwitch() {
  const { locale, setLocale } = useApp();
  const words = useWords(SHELL);
  return (
    <div class="switch" role="group" aria-label={words.language}>
      {LOCALES.map(([code, name]) => (
        <button key={code} type="button" lang={code} aria-pressed={code === locale} onClick={() => setLocale(code)}>
          {name}
        </button>
      ))}
    </div>
  );
}
