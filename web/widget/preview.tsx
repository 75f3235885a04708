// Shows a screen of the widget with the looks of a template that the user is editing, in a frame of the console. The
// looks are in the URL's fragment. Nothing can be pressed, and nothing is sent.
import { render } from 'preact';
import { type Api, openApi } from '../shared/api.ts';
import type { Session } from '../shared/session.ts';
import { App } from './app.tsx';
import { initialState, type Screen } from './machine/state.ts';
import type { Runtime } from './runtime.ts';

/** The fragment of the URL as the console writes it. */
export type PreviewedLooks = Pick<
  Session,
  'client_name' | 'branding' | 'hide_service_logo' | 'hide_support_button' | 'support_email' | 'texts' | 'locale'
> & { screen: 'consent' | 'employer' | 'success' };

const SESSION: Omit<Session, Exclude<keyof PreviewedLooks, 'screen'>> = {
  environment: 'sandbox',
  product_type: 'income',
  allowed_products: ['income'],
  document_upload: {
    types: {
      paystub: null,
      w2: null,
      f1099: null,
      f1040: null,
      insurance_home_policy: null,
      insurance_auto_policy: null,
      volunteer_letter: null,
      other: null,
    },
  },
  consent_at: null,
  methods: ['payroll', 'docs'],
  file_sources: [],
  preselected: { company: null, provider: null },
  update: null,
  deposit: null,
  links: [],
  task: null,
  order: null,
};

const unanswered = () => new Promise<never>(() => undefined);
const API: Api = openApi({ get: unanswered, post: unanswered, upload: unanswered });

/** A runtime that stays in one state. */
function stillRuntime({ screen, ...looks }: PreviewedLooks): Runtime {
  const setting = { bridge_token: '', company_mapping_id: null, is_page: false };
  const session: Session = { ...SESSION, ...looks };
  const shown: Screen = { name: screen };
  const state = { ...initialState(setting), session, screen: shown };
  return {
    state: () => state,
    subscribe: () => () => undefined,
    dispatch: () => undefined,
    open: async () => undefined,
    leave: () => undefined,
    reportCovered: () => undefined,
    openWindow: () => undefined,
    addFiles: () => undefined,
    addBankFile: () => undefined,
    pictureOf: () => undefined,
    isWindowClosed: () => false,
  };
}

/**
 * Returns undefined if the page is not in a frame, because the page shows nothing on its own. Only our own pages can
 * show it in a frame.
 */
function readLooks(): PreviewedLooks | undefined {
  if (window.parent === window) return undefined;
  try {
    return JSON.parse(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return undefined;
  }
}

function show(): void {
  const root = document.getElementById('root');
  const looks = readLooks();
  if (root === null || looks === undefined) return;
  // An inert page never takes the focus from the form of the console.
  root.inert = true;
  document.documentElement.removeAttribute('style');
  const trouble = { has: () => false, subscribe: () => () => undefined };
  render(<App key={location.hash} runtime={stillRuntime(looks)} api={API} trouble={trouble} />, root);
}

addEventListener('hashchange', show);
show();
