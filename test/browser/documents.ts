// Tests the document screens of the widget with fake endpoints, so that a test can delay an upload and decide the
// outcome of a file.
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  agree,
  heard,
  onScreen,
  openWidget,
  payloadOf,
  press,
  signIn,
  soon,
  succeeded,
  type Widget,
} from './acting.ts';
import { faultsOf } from './axe.ts';
import { type Chosen, choose, jpeg, pdf } from './chosen-files.ts';
import { type FakeDocuments, type FakeOptions, fakeDocuments } from './fake-documents.ts';
import { DESKTOP, inPage, PATIENT, PHONE, stage, USUAL } from './stage.ts';

const TOUCH = { viewport: PHONE, hasTouch: true, isMobile: true };
const MOUSE = { viewport: DESKTOP };
/** The default device of these tests: a phone or a desktop. `npm run test:browser` runs these tests on both devices. */
const USUAL_DEVICE = USUAL === DESKTOP ? MOUSE : TOUCH;

export function describeDocuments(): void {
  describe.concurrent('the screens for documents', PATIENT, () => {
    test(
      'a file is sent, read and submitted, and the embedding page receives the events of these steps',
      inPage(async (page) => {
        const { widget, fake } = await openDocuments(page, { methods: ['docs', 'payroll'] });
        await onScreen(widget, 'What would you like to send?');
        expect(await faultsOf(page)).toEqual([]);
        await press(widget, /^Pay stub/);
        await onScreen(widget, 'Send your pay stubs');
        await widget.getByText('Add a document to continue.').waitFor();
        fake.is_held = true;
        await choose(widget, pdf('january.pdf'));
        await widget.getByRole('progressbar', { name: 'january.pdf' }).waitFor();
        expect(await faultsOf(page)).toEqual([]);
        fake.is_held = false;
        await widget.getByText('Reading…', { exact: true }).waitFor();
        // A click on the disabled button has no effect, and a hint explains why the button is disabled.
        await widget.getByRole('button', { name: 'Continue' }).click({ force: true });
        await widget.getByText('You can continue when everything has been read.').waitFor();
        fake.read('january.pdf', { is: 'PAYSTUB' });
        await widget.getByText('Read: pay stub', { exact: true }).waitFor();
        expect(fake.bytes.get('january.pdf')).toEqual(pdf('january.pdf').buffer);
        expect(await faultsOf(page)).toEqual([]);
        await press(widget, 'Continue');
        await succeeded(widget);
        expect((await heard(page)).slice(3)).toEqual([
          'DOC_UPLOAD_OPENED',
          'VIEW DOC_UPLOAD_TYPES',
          'VIEW DOC_UPLOAD',
          'DOCUMENTS_UPLOADED',
          'LINK_CREATED',
          'SUCCESS',
          'VIEW SUCCESS',
        ]);
        expect(await payloadOf(page, 'DOCUMENTS_UPLOADED')).toMatchObject({
          doc_type: 'paystub',
          data_source: 'docs',
        });
      }, USUAL_DEVICE),
    );

    test(
      'for a file that cannot be used, the widget explains what to send instead',
      inPage(async (page) => {
        const { widget, fake } = await openDocuments(page, { methods: ['docs'] });
        await press(widget, /^W-2/);
        await choose(widget, pdf('locked.pdf'), pdf('blurred.pdf'), pdf('good.pdf'), {
          ...pdf('a.docx'),
          mimeType: WORD,
        });
        await widget
          .getByText('This kind of file cannot be read. Send a PDF file or photos.', { exact: true })
          .waitFor();
        await soon(
          () => fake.files.length,
          (count) => expect(count).toBe(3),
        );
        fake.read('locked.pdf', { problem: 'password_protected' });
        fake.read('blurred.pdf', { problem: 'not_readable' });
        fake.read('good.pdf', { is: 'W2' });
        await widget.getByText(/^This file has a password\. Save a copy/).waitFor();
        await widget.locator('.file', { hasText: /or a sharper photo/ }).waitFor();
        // The outcome of each file is announced to screen readers.
        await widget.getByRole('status').filter({ hasText: 'locked.pdf: Cannot be used' }).waitFor();
        expect(await faultsOf(page)).toEqual([]);
        await press(widget, 'Remove: a.docx');
        await press(widget, 'Continue');
        await succeeded(widget);
      }, USUAL_DEVICE),
    );

    test(
      'a file that did not reach the server can be sent again or removed',
      inPage(async (page) => {
        const { widget, fake } = await openDocuments(page, { methods: ['docs'] });
        await press(widget, /^Pay stub/);
        fake.upload_status = 503;
        await choose(widget, pdf('first.pdf'), pdf('second.pdf'));
        await widget.getByRole('button', { name: 'Try again: second.pdf' }).waitFor();
        await widget.getByText('Send or remove what is not sent yet.').waitFor();
        fake.upload_status = 201;
        await press(widget, 'Try again: first.pdf');
        await press(widget, 'Remove: second.pdf');
        // The pressed button has disappeared, but the focus is still in the list of files.
        await hasFocus(widget, '#files-title');
        await widget.getByText('Reading…', { exact: true }).waitFor();
        expect(fake.files.map(({ filename }) => filename)).toEqual(['first.pdf']);
      }),
    );

    test(
      'the widget shows which page of a scan is being read, and an uploaded file can be removed',
      inPage(async (page) => {
        const { widget, fake } = await openDocuments(page, { methods: ['docs'] });
        await press(widget, /^Pay stub/);
        await choose(widget, pdf('scan.pdf'), pdf('wrong.pdf'));
        await soon(
          () => fake.files.length,
          (count) => expect(count).toBe(2),
        );
        for (const file of fake.files) file.reading = { page: 3, pages: 12 };
        await widget.locator('.file', { hasText: 'Reading page 3 of 12' }).first().waitFor();
        const bar = widget.getByRole('progressbar', { name: 'scan.pdf' });
        expect(await bar.getAttribute('aria-valuenow')).toBe('17');
        expect(await faultsOf(page)).toEqual([]);
        // A file can be removed with the keyboard while it is being read.
        await widget.getByRole('button', { name: 'Remove: wrong.pdf' }).focus();
        await page.keyboard.press('Enter');
        await widget.getByRole('heading', { name: 'wrong.pdf' }).waitFor({ state: 'detached' });
        await hasFocus(widget, '#files-title');
        expect(fake.files.map(({ filename }) => filename)).toEqual(['scan.pdf']);
        fake.read('scan.pdf', { is: 'PAYSTUB' });
        await press(widget, 'Continue');
        await succeeded(widget);
      }, USUAL_DEVICE),
    );

    test(
      'photos that were not sent are kept if the applicant presses "Choose another way" and then "Back"',
      inPage(async (page) => {
        const { widget, fake } = await openDocuments(page, { methods: ['docs', 'payroll'] });
        await press(widget, /^Pay stub/);
        await chooseWith(widget, 'image/*', jpeg('image.jpg', await photo(800, 1_000)));
        await onDraft(widget, 'Send this page');
        await press(widget, 'Choose another way');
        await press(widget, 'Back');
        await onDraft(widget, 'Send this page');
        expect(await widget.locator('canvas').count()).toBe(1);
        await press(widget, 'Send this page');
        await soon(
          () => [...fake.bytes.keys()],
          (names) => expect(names).toEqual(['image.pdf']),
        );
      }, TOUCH),
    );

    test(
      'photos of several pages become one PDF file with upright pages of a moderate size',
      inPage(async (page) => {
        const { widget, fake } = await openDocuments(page, { methods: ['docs'] });
        await press(widget, /^Pay stub/);
        // The photo is stored rotated by 90 degrees, with an orientation tag, as phones store photos.
        const turned = await sharp(await photo(3_000, 4_000))
          .withMetadata({ orientation: 6 })
          .toBuffer();
        await chooseWith(widget, 'image/*', jpeg('image.jpg', turned));
        await onDraft(widget, 'Send this page');
        await chooseWith(widget, 'image/*', jpeg('image.jpg', await photo(800, 1_000)));
        await onDraft(widget, 'Send as one document');
        expect(await widget.locator('canvas').count()).toBe(2);
        expect(await faultsOf(page)).toEqual([]);
        await press(widget, 'Send as one document');
        await widget.getByRole('heading', { name: 'image.pdf' }).waitFor();
        await soon(
          () => fake.bytes.size,
          (count) => expect(count).toBe(1),
        );
        const sent = fake.bytes.get('image.pdf')?.toString('latin1') ?? '';
        expect(sizesIn(sent)).toEqual([
          [2_400, 1_800],
          [800, 1_000],
        ]);
        expect(sent.length).toBeLessThan(2_000_000);
        // The focus is on the list, because the buttons for the photos have disappeared.
        await hasFocus(widget, '#files-title');
      }, TOUCH),
    );

    test(
      'a phone offers the camera, and a desktop lets the applicant drop files',
      inPage(async (page) => {
        const { widget, fake } = await openDocuments(page, { methods: ['docs'] });
        await press(widget, /^Pay stub/);
        await widget.getByText('Drop files here').waitFor();
        expect(await widget.getByRole('button', { name: 'Take a photo' }).count()).toBe(0);
        await drop(widget, 'dropped.pdf');
        await soon(
          () => fake.files.map(({ filename }) => filename),
          (names) => expect(names).toEqual(['dropped.pdf']),
        );
        const phone = await stage().newPage(TOUCH);
        const { widget: small } = await openDocuments(phone.page, { methods: ['docs'] });
        await press(small, /^Pay stub/);
        await small.getByRole('button', { name: 'Take a photo' }).waitFor();
        expect(await small.locator('input[capture="environment"]').count()).toBe(1);
        expect(await small.getByText('Drop files here').isVisible()).toBe(false);
        await phone.done();
      }, MOUSE),
    );

    test(
      'after a reload, the applicant is on the same upload screen, and the uploaded files are still listed',
      inPage(async (page) => {
        const { widget, fake, token } = await openDocuments(page, { methods: ['payroll', 'docs'] });
        await press(widget, 'I don’t see my employer');
        await press(widget, 'I don’t see mine');
        await press(widget, /^Upload documents/);
        await press(widget, /^Pay stub/);
        await choose(widget, pdf('january.pdf'));
        await widget.getByText('Reading…', { exact: true }).waitFor();
        const again = await openWidget(page, token);
        await onScreen(again, 'Send your pay stubs');
        await again.getByRole('heading', { name: 'january.pdf' }).waitFor();
        fake.read('january.pdf', { is: 'PAYSTUB' });
        await press(again, 'Continue');
        await succeeded(again);
        expect((await heard(page)).filter((name) => name === 'DOC_UPLOAD_OPENED')).toEqual([]);
      }),
    );

    test(
      'after a failed sign-in, one press opens the document upload, and Back returns to the login form',
      inPage(async (page) => {
        const { widget } = await openDocuments(page, {}, { provider_id: 'vouch_payroll' });
        await signIn(widget, 'goodlogin', 'wrong');
        await press(widget, 'Upload documents instead');
        await onScreen(widget, 'What would you like to send?');
        await press(widget, 'Back');
        await onScreen(widget, /^Sign in/);
        expect(await widget.getByLabel('User name, email or phone').inputValue()).toBe('goodlogin');
      }),
    );

    test(
      'the widget shows how many documents the template requires, and the applicant cannot continue with fewer',
      inPage(async (page) => {
        const rules = {
          paystub: { min: 2, max: 2, required: true },
          w2: { min: null, max: null, required: false },
        };
        const { widget, fake } = await openDocuments(page, { methods: ['docs'], rules });
        await onScreen(widget, 'What would you like to send?');
        expect(await widget.locator('.choices button').count()).toBe(2);
        await press(widget, /^Pay stub.*Needed: 2/);
        await choose(widget, pdf('one.pdf'));
        await soon(
          () => fake.files.length,
          (count) => expect(count).toBe(1),
        );
        fake.read('one.pdf', { is: 'PAYSTUB' });
        await widget.getByText('Still needed: Pay stub').waitFor();
        await choose(widget, pdf('two.pdf'));
        await widget.getByText('You have added as many as can be sent: 2.').waitFor();
        await soon(
          () => fake.files.length,
          (count) => expect(count).toBe(2),
        );
        fake.read('two.pdf', { is: 'PAYSTUB' });
        await press(widget, 'Continue');
        await succeeded(widget);
      }),
    );

    test(
      'the screens are in Spanish, fit on a narrow phone, and can be used with the keyboard',
      inPage(
        async (page) => {
          const { widget, fake } = await openDocuments(page, { methods: ['docs'] }, { locale: 'es' });
          await onScreen(widget, '¿Qué desea enviar?');
          await page.keyboard.press('Tab');
          await soon(
            async () => {
              await page.keyboard.press('Tab');
              return page.frames()[1]?.evaluate(() => document.activeElement?.textContent ?? '');
            },
            (text) => expect(text).toMatch(/^Recibo de sueldo/),
          );
          await page.keyboard.press('Enter');
          await onScreen(widget, 'Envíe sus recibos de sueldo');
          await choose(widget, pdf(`${'a-very-long-name-'.repeat(8)}.pdf`));
          await widget.getByText('Leyendo…', { exact: true }).waitFor();
          for (const { filename } of fake.files) fake.read(filename, { problem: 'type_not_accepted' });
          await widget.getByText(/^Es otro tipo de documento/).waitFor();
          const is_too_wide = await page.frames()[1]?.evaluate(() => document.documentElement.scrollWidth > innerWidth);
          expect(is_too_wide).toBe(false);
        },
        { viewport: { width: 320, height: 640 } },
      ),
    );
  });
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const photo = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#e8e4da' } })
    .jpeg()
    .toBuffer();

/** Returns the width and height of each picture in a PDF file. */
const sizesIn = (text: string): number[][] =>
  [...text.matchAll(/\/Width (\d+) \/Height (\d+)/g)].map(([, width, height]) => [Number(width), Number(height)]);

async function openDocuments(
  page: Page,
  options: FakeOptions,
  token_fields: object = {},
): Promise<{ widget: Widget; fake: FakeDocuments; token: string }> {
  const fake = await fakeDocuments(page, options);
  const token = await stage().newToken(token_fields);
  const widget = await openWidget(page, token);
  await agree(widget);
  return { widget, fake, token };
}

/** Chooses a file with the button whose file dialog accepts these types. */
const chooseWith = (widget: Widget, accept: string, file: Chosen): Promise<void> =>
  widget.locator(`input[type="file"][accept="${accept}"]`).setInputFiles([file]);

const onDraft = async (widget: Widget, button: string): Promise<void> =>
  widget.getByRole('button', { name: button, exact: true }).waitFor();

const hasFocus = (widget: Widget, selector: string): Promise<void> =>
  soon(
    () => widget.locator(selector).evaluate((element) => element === document.activeElement),
    (has_focus) => expect(has_focus).toBe(true),
  );

/** Drops a file on the page, outside the drop area. */
const drop = (widget: Widget, name: string): Promise<void> =>
  widget.locator('h1').evaluate((title, filename) => {
    const data = new DataTransfer();
    data.items.add(new File(['%PDF-1.4 '.repeat(200)], filename, { type: 'application/pdf' }));
    for (const type of ['dragover', 'drop']) {
      title.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }
  }, name);
