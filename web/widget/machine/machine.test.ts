import { describe, expect, test } from 'vitest';
import type { CertificationItem, Session } from '../../shared/session.ts';
import { BANK, COMPANY, newOrder, newSession, newSuborder, newTask, PAYROLL } from '../../testing/samples.ts';
import { advance } from './machine.ts';
import { aimOf, canGoBack } from './moves.ts';
import { readPlace, writePlace } from './place.ts';
import { type Effect, type Input, initialState, type Place, type State } from './state.ts';
import { faultOf, waysOn } from './ways.ts';

type Played = { state: State; effects: Effect[]; events: string[] };

const SETTING = { bridge_token: 'token-1', company_mapping_id: null, is_page: false };

function play(inputs: readonly Input[], before: State = initialState(SETTING)): Played {
  let state = before;
  const effects: Effect[] = [];
  for (const input of inputs) {
    const step = advance(state, input);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects, events: effects.flatMap(nameOf) };
}

/** What the page receives for an effect: an event, `onSuccess` or `onClose`. */
const nameOf = (effect: Effect): string[] => {
  if (effect.do === 'succeed') return [`onSuccess(${effect.public_token ?? ''})`];
  if (effect.do === 'close') return ['onClose'];
  if (effect.do !== 'emit') return [];
  const { type, payload } = effect.event;
  return [type === 'SCREEN_VIEW' ? `${type} ${payload.view_name}` : type];
};

const DEPOSIT = {
  bank_name: 'Lantern Bank',
  account_mask: '4721',
  account_type: 'checking',
  deposit_type: 'entire',
  deposit_value: null,
} as const;
const ACCOUNT: CertificationItem['shown'] = {
  id: 'a',
  type: 'CHECKING',
  mask: '1',
  routing_number: null,
  balance: '1.00',
  owners: [],
};

const opened = (session: Session, place: Place | null = null, settled: readonly string[] = []): Input => ({
  type: 'opened',
  session,
  place,
  settled,
});

const CONNECT: Input[] = [
  { type: 'choose_employer', company: COMPANY },
  { type: 'providers_found', providers: [PAYROLL] },
  { type: 'submit', credentials: { username: 'goodlogin', password: 'goodpassword' } },
];
const done = { status: 'done', is_final: true, is_logged_in: true, public_token: 'public-1' } as const;
const failed = (status: 'login_error' | 'no_data' | 'config_error', suborder_id: string | null = null) =>
  newTask({
    status,
    is_final: true,
    suborder_id,
    error: { error_code: 'LOGIN_ERROR', error_message: 'The user name or password is incorrect.' },
  });

describe('the sequence of the page’s callbacks', () => {
  test('for a token, the callbacks are OPEN, LINK_CREATED, LOGIN_COMPLETE, SUCCESS, onSuccess, onClose', () => {
    const { events } = play([
      opened(newSession()),
      ...CONNECT,
      { type: 'started', task: newTask({ status: 'new' }) },
      { type: 'task', task: newTask({ status: 'parse', is_logged_in: true }) },
      { type: 'task', task: newTask(done) },
      { type: 'done' },
    ]);
    expect(events).toEqual([
      'OPEN',
      'SCREEN_VIEW SELECT_EMPLOYER',
      'EMPLOYER_SELECTED',
      'SCREEN_VIEW PROVIDER_LOGIN',
      'LINK_CREATED',
      'LOGIN_COMPLETE',
      'SUCCESS',
      'SCREEN_VIEW SUCCESS',
      'onSuccess(public-1)',
      'onClose',
    ]);
  });

  test('for an order of two suborders, the callbacks are SUCCESS for each suborder, then COMPLETED once, then onSuccess and onClose without a click by the applicant', () => {
    const parts = [newSuborder(), newSuborder({ id: 'sub-2' })];
    const connect = (suborder_id: string): Input[] => [
      { type: 'choose_suborder', suborder_id },
      ...CONNECT,
      { type: 'started', task: newTask({ task_id: suborder_id, suborder_id }) },
      { type: 'task', task: newTask({ ...done, task_id: suborder_id, suborder_id }) },
    ];
    const completed = (...ids: string[]) =>
      parts.map((part) => (ids.includes(part.id) ? { ...part, status: 'completed' as const } : part));
    const { events, state } = play([
      opened(newSession({ order: newOrder(parts) })),
      ...connect('sub-1'),
      { type: 'refreshed', session: newSession({ order: newOrder(completed('sub-1')) }) },
      ...connect('sub-2'),
      {
        type: 'refreshed',
        session: newSession({ order: newOrder(completed('sub-1', 'sub-2'), { status: 'completed', is_final: true }) }),
      },
    ]);
    const part = [
      'SCREEN_VIEW SELECT_EMPLOYER',
      'EMPLOYER_SELECTED',
      'SCREEN_VIEW PROVIDER_LOGIN',
      'LINK_CREATED',
      'LOGIN_COMPLETE',
      'SUCCESS',
    ];
    expect(events).toEqual(['OPEN', ...part, ...part, 'COMPLETED', 'onSuccess()', 'onClose']);
    expect(state.screen.name).toBe('completed');
  });

  test('onSuccess is called if the widget is closed on the success screen, but not if the widget is closed earlier', () => {
    expect(play([opened(newSession()), { type: 'later' }]).events.at(-1)).toBe('onClose');
    expect(play([opened(newSession()), { type: 'later' }]).events).not.toContain('onSuccess(public-1)');
    const { events } = play([opened(newSession({ task: newTask(done) })), { type: 'later' }]);
    expect(events.slice(-2)).toEqual(['onSuccess(public-1)', 'onClose']);
  });

  test('if the token has expired, the callbacks are OPEN and then ERROR with the server’s message', () => {
    const { effects, events } = play([
      { type: 'failed', problem: { kind: 'expired', message: 'Bridge token expired: token-1', retry_after_s: 0 } },
    ]);
    expect(events).toEqual(['OPEN', 'ERROR', 'SCREEN_VIEW ERROR']);
    expect(effects[1]).toMatchObject({
      event: { payload: { error: { error_code: 'ERROR', error_message: 'Bridge token expired: token-1' } } },
    });
  });

  test('the page gets ERROR only once for a failed task, and a retry shows the login form', () => {
    const { events } = play([
      opened(newSession()),
      ...CONNECT,
      { type: 'started', task: newTask() },
      { type: 'task', task: failed('login_error') },
      { type: 'task', task: failed('login_error') },
      { type: 'retry' },
    ]);
    expect(events.slice(-4)).toEqual(['LINK_CREATED', 'ERROR', 'SCREEN_VIEW ERROR', 'SCREEN_VIEW PROVIDER_LOGIN']);
  });

  test('the page gets no ERROR for a task that fails after its SUCCESS was emitted', () => {
    const task = newTask({ status: 'parse', is_logged_in: true, public_token: 'public-1' });
    const { events } = play([
      opened(newSession()),
      ...CONNECT,
      { type: 'started', task },
      { type: 'task', task: { ...failed('no_data'), public_token: 'public-1' } },
    ]);
    expect(events).not.toContain('ERROR');
  });
});

describe('choosing the first screen', () => {
  test.for<[string, Partial<Session>, string]>([
    ['is consent if the terms are not accepted', { consent_at: null }, 'consent'],
    ['offers an existing link before a login', { links: [link()] }, 'links'],
    ['is the login form in update mode', { update: { link_id: 'l', provider: PAYROLL }, links: [link()] }, 'login'],
    ['is the login form of a preselected provider', { preselected: { company: null, provider: BANK } }, 'login'],
    ['asks to confirm a deposit before the login', { deposit: DEPOSIT, preselected: only(PAYROLL) }, 'deposit'],
    ['is the provider search if payroll is not offered', { methods: ['financial_accounts'] }, 'providers'],
    ['resumes a running task', { task: newTask() }, 'working'],
    ['asks for the code that a task waits for', { task: newTask({ status: 'mfa', step: 'code' }) }, 'code'],
    ['shows why a task failed', { task: failed('no_data') }, 'error'],
    ['shows a success again', { task: newTask(done) }, 'success'],
    [
      'is the overview of an order with several suborders',
      { order: newOrder([newSuborder(), newSuborder()]) },
      'overview',
    ],
    ['is the employer search if the order has one suborder', { order: newOrder([newSuborder()]) }, 'employer'],
    ['says that a final order is closed', { order: newOrder([], { is_final: true, status: 'expired' }) }, 'closed'],
  ])('the first screen %s', ([, changes, screen]) => {
    expect(play([opened(newSession(changes))]).state.screen.name).toBe(screen);
  });

  test('if the preselected employer has a provider, the first screen is the provider’s login form; otherwise it is the employer search', () => {
    const { state, effects } = play([opened(newSession({ preselected: { company: COMPANY, provider: null } }))]);
    expect(effects).toContainEqual({ do: 'find_providers', company_mapping_id: COMPANY.id });
    expect(play([{ type: 'providers_found', providers: [PAYROLL] }], state).state.screen.name).toBe('login');
    expect(play([{ type: 'providers_found', providers: [] }], state).state.screen.name).toBe('employer');
  });

  test('the first screen uses the employer that the embedding page sets, if the token sets no employer', () => {
    const start = initialState({ ...SETTING, company_mapping_id: 'abc' });
    const find = (session: Session) =>
      play([opened(session)], start).effects.find((one) => one.do === 'find_providers');
    expect(find(newSession())).toMatchObject({ company_mapping_id: 'abc' });
    expect(find(newSession({ preselected: { company: COMPANY, provider: null } }))).toMatchObject({
      company_mapping_id: COMPANY.id,
    });
  });

  test('if this page already received the final event of a task, the task is not shown and its events are not emitted again', () => {
    const { events, state } = play([opened(newSession({ task: newTask(done) }), null, ['task-1'])]);
    expect(events).toEqual(['OPEN', 'SCREEN_VIEW SELECT_EMPLOYER']);
    expect(state.screen.name).toBe('employer');
  });
});

describe('reloading the page', () => {
  const { effects } = play([opened(newSession()), ...CONNECT]);
  const place = effects.findLast((effect) => effect.do === 'remember')?.place ?? null;

  test('after a reload, the applicant returns to the form they had reached, and the form is loaded again', () => {
    const again = play([opened(newSession(), place)]);
    expect(again.effects).toContainEqual({ do: 'find_provider', provider_id: PAYROLL.id, name: PAYROLL.name });
    const { state } = play([{ type: 'provider_found', provider: PAYROLL }], again.state);
    expect(state.screen.name).toBe('login');
    expect(state.pursuit.company).toEqual(COMPANY);
    expect(play([{ type: 'back' }], state).state.screen.name).toBe('employer');
  });

  test('nothing that the applicant typed into a form is stored for a reload', () => {
    expect(JSON.stringify(place)).not.toMatch(/goodlogin|goodpassword/);
  });

  test('a newer task takes precedence over the stored choices', () => {
    expect(play([opened(newSession({ task: newTask() }), place)]).state.screen.name).toBe('working');
  });

  test('after a reload, the applicant does not return to a task that they left', () => {
    const waiting = newTask({ status: 'mfa', step: 'code' });
    const left = play([opened(newSession()), ...CONNECT, { type: 'started', task: waiting }, { type: 'back' }]);
    const there = left.effects.findLast((effect) => effect.do === 'remember')?.place ?? null;
    expect(play([opened(newSession({ task: waiting }), there)]).state.screen.name).toBe('loading');
    expect(play([opened(newSession({ task: waiting }))]).state.screen.name).toBe('code');
  });

  test('a stored method that is no longer offered is ignored', () => {
    const { state } = play([opened(newSession({ methods: ['financial_accounts'] }), place)]);
    expect(state.screen).toEqual({ name: 'providers', found: null });
  });

  test('stored choices are used only if they are less than six hours old and well-formed', () => {
    const kept = writePlace(place ?? neverThere(), 1_000);
    expect(readPlace(kept, 1_000 + 6 * 3_600_000 - 1)).toEqual(place);
    expect(readPlace(kept, 1_000 + 6 * 3_600_000)).toBeNull();
    expect(readPlace(kept, 0)).toBeNull();
    for (const text of ['', '{', '7', '{"at":1000,"place":{}}', kept.replace('"vouch_payroll"', '{}')]) {
      expect(readPlace(text, 1_000)).toBeNull();
    }
  });
});

describe('the widget for an order', () => {
  const two = (one: Partial<typeof PART>, other: Partial<typeof PART> = {}) =>
    newSession({ order: newOrder([newSuborder(one), newSuborder({ id: 'sub-2', ...other })]) });
  const PART = newSuborder();

  test('if Finish is pressed while suborders are open, the widget asks for confirmation, then skips these suborders and completes the order', () => {
    const session = two({ status: 'completed' });
    const asked = play([opened(session), { type: 'finish' }]);
    expect(asked.state.screen.name).toBe('left_out');
    expect(asked.effects).not.toContainEqual({ do: 'finish' });
    expect(play([{ type: 'back' }], asked.state).state.screen.name).toBe('overview');
    const { effects, events } = play([{ type: 'finish' }, { type: 'finished' }], asked.state);
    expect(effects).toContainEqual({ do: 'finish' });
    expect(events.slice(-3)).toEqual(['COMPLETED', 'onSuccess()', 'onClose']);
  });

  test('the widget asks for certification before it emits COMPLETED', () => {
    const order = newOrder([newSuborder({ status: 'completed' })], {
      is_final: true,
      status: 'completed',
      certification: { items: [{ kind: 'account', subject_id: 'a', shown: ACCOUNT }] },
    });
    const first = play([opened(newSession({ order }))]);
    expect(first.state.screen.name).toBe('certification');
    expect(first.events).not.toContain('COMPLETED');
    const decisions = [{ subject_id: 'a', decision: 'representative' as const }];
    const { effects, events } = play([{ type: 'certify', decisions }, { type: 'certified' }], first.state);
    expect(effects).toContainEqual({ do: 'certify', decisions });
    expect(events).toEqual(['COMPLETED', 'onSuccess()', 'onClose']);
  });

  test('the widget skips a suborder for the reason that the applicant entered, and completes the order when the last suborder has ended', () => {
    const { effects, state } = play([
      opened(two({ status: 'completed' })),
      { type: 'ask_skip', suborder_id: 'sub-2' },
      { type: 'skip', reason: ' not mine ' },
    ]);
    expect(effects).toContainEqual({ do: 'skip', suborder_id: 'sub-2', reason: 'not mine' });
    const { events } = play(
      [{ type: 'refreshed', session: two({ status: 'completed' }, { status: 'skipped' }) }],
      state,
    );
    expect(events).toContain('COMPLETED');
  });

  test('a link that returned no data for a suborder is not offered for this suborder again; other links are still offered', () => {
    const empty = newTask({ ...failed('no_data', 'sub-1') });
    const start = (links: ReturnType<typeof link>[], task: typeof empty) =>
      play([opened(two({ links, task })), { type: 'choose_suborder', suborder_id: 'sub-1' }]).state.screen.name;
    expect(start([link()], empty)).toBe('employer');
    expect(start([link()], failed('login_error', 'sub-1'))).toBe('links');
    expect(
      start([link(), { ...link(), link_id: 'link-2', company: { ...COMPANY, name: 'Fable Freight' } }], empty),
    ).toBe('links');
  });

  test('while data is still being read for a suborder, the overview follows the suborder’s task', () => {
    const task = newTask({ suborder_id: 'sub-1', status: 'parse', is_logged_in: true, public_token: 'p' });
    const { state, effects } = play([
      opened(two({})),
      { type: 'choose_suborder', suborder_id: 'sub-1' },
      ...CONNECT,
      { type: 'started', task },
      { type: 'refreshed', session: two({ task }) },
    ]);
    expect(state.screen.name).toBe('overview');
    expect(effects.at(-1)).toEqual({ do: 'watch', task });
    const later = play([{ type: 'task', task: { ...task, status: 'done', is_final: true } }], state);
    expect(later.effects).toEqual([{ do: 'refresh' }]);
  });

  test('after too many sign-ins, the widget shows a long waiting time on a separate screen with a Back button, and a short waiting time on the login form', () => {
    const refused = (retry_after_s: number): Input => ({
      type: 'failed',
      problem: { kind: 'throttled', message: '', retry_after_s },
    });
    const begun = play([opened(two({})), { type: 'choose_suborder', suborder_id: 'sub-1' }, ...CONNECT]);
    expect(play([refused(60)], begun.state).state).toMatchObject({
      screen: { name: 'login' },
      problem: { kind: 'throttled' },
    });
    const { state } = play([refused(3_541)], begun.state);
    expect(state).toMatchObject({ screen: { name: 'pause', minutes: 60 }, problem: null, is_busy: false });
    expect(play([{ type: 'back' }], state).state.screen.name).toBe('login');
  });

  test('the widget shows the closed screen if the order is canceled while the applicant types', () => {
    const { state } = play([
      opened(two({})),
      { type: 'choose_suborder', suborder_id: 'sub-1' },
      ...CONNECT,
      { type: 'failed', problem: { kind: 'invalid', message: '', retry_after_s: 0 } },
      {
        type: 'refreshed',
        session: newSession({ order: newOrder([PART], { is_final: true, status: 'canceled' }) }),
      },
    ]);
    expect(state.screen.name).toBe('closed');
  });

  test('if the applicant chooses "later" on Vouch’s own landing page, the widget returns to the overview and does not close', () => {
    const start = initialState({ ...SETTING, is_page: true });
    const { state, events } = play(
      [
        opened(newSession({ order: newOrder([PART]) })),
        { type: 'choose_suborder', suborder_id: 'sub-1' },
        { type: 'later' },
      ],
      start,
    );
    expect(state.screen.name).toBe('overview');
    expect(events).not.toContain('onClose');
  });

  test('the overview is refreshed once when the applicant goes back to it', () => {
    const there = play([opened(two({})), { type: 'choose_suborder', suborder_id: 'sub-1' }]).state;
    const { state, effects } = play([{ type: 'back' }], there);
    expect(state.screen.name).toBe('overview');
    expect(effects.filter((effect) => effect.do === 'refresh')).toHaveLength(1);
    // The refreshed session causes no further refresh of the overview.
    expect(play([{ type: 'refreshed', session: two({}) }], state).effects).not.toContainEqual({ do: 'refresh' });
  });
});

describe('the applicant’s options after a failure', () => {
  const FAULTS = [
    'login_error',
    'mfa_error',
    'config_error',
    'account_locked',
    'no_data',
    'unavailable',
    'unable_to_reset',
    'not_supported',
    'error',
  ] as const;
  test.for(FAULTS)(
    'the applicant has at least two options after the task status %s, even without methods, in update mode or for a deposit switch',
    (status) => {
      const task = newTask({ status, is_final: true, error: { error_code: 'ERROR', error_message: '' } });
      for (const changes of [
        {},
        { methods: [] },
        { update: { link_id: 'l', provider: PAYROLL } },
        { deposit: DEPOSIT },
      ]) {
        const { state } = play([opened(newSession({ ...changes, task }))]);
        expect(waysOn(state).length).toBeGreaterThanOrEqual(2);
      }
    },
  );

  test('if the login failed on the provider’s own page, the options are those for a denied login, not those for a wrong password', () => {
    const faultAfter = (provider: typeof BANK) => {
      const { state } = play([
        opened(newSession({ preselected: only(provider) })),
        { type: 'submit', credentials: {} },
        { type: 'started', task: failed('login_error') },
      ]);
      return state.task === null ? undefined : faultOf(state, state.task);
    };
    expect(faultAfter({ ...BANK, is_oauth: true })).toBe('denied');
    expect(faultAfter(BANK)).toBe('login_error');
  });

  test('the options never include another provider if the widget is in update mode', () => {
    const { state } = play([
      opened(newSession({ update: { link_id: 'l', provider: PAYROLL }, task: failed('login_error') })),
    ]);
    expect(waysOn(state)).not.toContain('other_provider');
  });
});

describe('the Back button', () => {
  test('the Back button leads through the visited screens and skips transient screens', () => {
    const { state } = play([
      opened(newSession()),
      ...CONNECT,
      { type: 'started', task: newTask({ status: 'mfa', step: 'code' }) },
    ]);
    const names = [state.screen.name];
    let here = state;
    while (canGoBack(here)) {
      here = play([{ type: 'back' }], here).state;
      names.push(here.screen.name);
    }
    expect(names).toEqual(['code', 'login', 'employer']);
  });

  test('if the applicant presses Back, the widget stops watching the task', () => {
    const { state } = play([opened(newSession({ task: newTask({ step: 'code', status: 'mfa' }) }))]);
    expect(play([{ type: 'back' }], state).effects).toContainEqual({ do: 'unwatch' });
  });
});

test('a retry keeps the typed user name and clears the password; choosing another provider clears both', () => {
  const { state } = play([
    opened(newSession()),
    ...CONNECT,
    { type: 'started', task: newTask() },
    { type: 'task', task: failed('login_error') },
    { type: 'retry' },
  ]);
  expect(state.pursuit.typed).toEqual({ username: 'goodlogin' });
  expect(play([{ type: 'choose_provider', provider: BANK }], state).state.pursuit.typed).toEqual({});
});

test('a form that is submitted twice starts one task', () => {
  const { effects } = play([opened(newSession()), ...CONNECT, ...CONNECT.slice(-1)]);
  expect(effects.filter((effect) => effect.do === 'start')).toHaveLength(1);
});

test('the widget starts a deposit switch over an existing link only after the applicant has confirmed the new deposit account', () => {
  const { state, effects } = play([
    opened(newSession({ deposit: DEPOSIT, links: [link()], product_type: 'deposit_switch' })),
    { type: 'choose_link', link: link() },
  ]);
  expect(state.screen.name).toBe('deposit');
  expect(effects.some((effect) => effect.do === 'start')).toBe(false);
  expect(play([{ type: 'confirm_deposit' }], state).effects).toContainEqual({
    do: 'start',
    task: { link_id: 'link-1', confirm: true },
  });
});

test('if the provider requires an organization id, the widget asks for it before the login and sends it with the login', () => {
  const field = { ...PAYROLL.fields[0], name: 'organization_id', required: true };
  const provider = { ...PAYROLL, fields: [field as (typeof PAYROLL.fields)[number], ...PAYROLL.fields] };
  const { events, effects } = play([
    opened(newSession({ preselected: only(provider) })),
    { type: 'organization', organization_id: 'vouch' },
    { type: 'submit', credentials: { username: 'a', password: 'b' } },
  ]);
  expect(events).toEqual(['OPEN', 'SCREEN_VIEW PROVIDER_ORG_ID', 'SCREEN_VIEW PROVIDER_LOGIN']);
  expect(effects.at(-1)).toMatchObject({ task: { credentials: { organization_id: 'vouch' } } });
});

test('in an order, aimOf returns the product_type of the suborder on which the applicant is working', () => {
  const order = newOrder([newSuborder({ product_type: 'assets', methods: ['financial_accounts'] })]);
  expect(aimOf(play([opened(newSession({ order }))]).state)?.product_type).toBe('assets');
});

function link() {
  return { link_id: 'link-1', provider: PAYROLL, company: COMPANY, connected_at: '2026-02-01T12:00:00Z' };
}
function only(provider: typeof PAYROLL) {
  return { company: null, provider };
}
function neverThere(): never {
  throw new Error('nothing was remembered');
}
