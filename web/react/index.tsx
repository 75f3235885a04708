// The widget for React: a hook that opens the widget as a dialog, and a component that shows it inline. Both only load
// the script bridge.js and call it.
import { useEffect, useMemo, useRef } from 'react';
import type { VouchBridgeHandle, VouchBridgeOptions } from '../bridge/bridge.d.ts';

type Options = VouchBridgeOptions & { src: string };

const loading = new Map<string, Promise<void>>();

/**
 * Loads each script URL once, however many components use it. Loads nothing if bridge.js is already on the page. A
 * failed load can be repeated.
 */
function load(src: string): Promise<void> {
  if (window.VouchBridge !== undefined) return Promise.resolve();
  const known = loading.get(src);
  if (known !== undefined) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      loading.delete(src);
      reject(new Error(`${src} could not be loaded`));
    });
    document.head.append(script);
  });
  loading.set(src, loaded);
  return loaded;
}

/** Callbacks may change with every render; the widget always calls the latest callbacks. */
function useNewest(options: Options): () => Options {
  const newest = useRef(options);
  newest.current = options;
  return () => newest.current;
}

const forwarded = (newest: () => Options): Omit<VouchBridgeOptions, 'bridgeToken'> => ({
  onLoad: () => newest().onLoad?.(),
  onEvent: (...event) => newest().onEvent?.(...event),
  onSuccess: (...success) => newest().onSuccess?.(...success),
  onClose: () => newest().onClose?.(),
});

export function useVouchBridge(options: Options): VouchBridgeHandle {
  const newest = useNewest(options);
  const { src, bridgeToken, companyMappingId } = options;
  const widget = useRef<VouchBridgeHandle | null>(null);
  const is_wanted = useRef(false);
  useEffect(() => {
    let is_gone = false;
    const start = (): void => {
      if (is_gone || window.VouchBridge === undefined) return;
      widget.current = window.VouchBridge.init({ ...forwarded(newest), bridgeToken, companyMappingId });
      if (is_wanted.current) widget.current.open();
      is_wanted.current = false;
    };
    load(src).then(start, report);
    return () => {
      is_gone = true;
      widget.current?.close();
      widget.current = null;
    };
  }, [src, bridgeToken, companyMappingId]);
  return useMemo(
    () => ({
      open() {
        if (widget.current === null) is_wanted.current = true;
        else widget.current.open();
      },
      close() {
        is_wanted.current = false;
        widget.current?.close();
      },
    }),
    [],
  );
}

export function VouchInline({ className, ...options }: Options & { className?: string | undefined }) {
  const newest = useNewest(options);
  const container = useRef<HTMLDivElement | null>(null);
  const { src, bridgeToken, companyMappingId } = options;
  useEffect(() => {
    let widget: VouchBridgeHandle | undefined;
    let is_gone = false;
    const start = (): void => {
      if (is_gone || window.VouchBridge === undefined || container.current === null) return;
      const position = { type: 'inline', container: container.current } as const;
      widget = window.VouchBridge.init({ ...forwarded(newest), bridgeToken, companyMappingId, position });
      widget.open();
    };
    load(src).then(start, report);
    return () => {
      is_gone = true;
      widget?.close();
    };
  }, [src, bridgeToken, companyMappingId]);
  return <div className={className} ref={container} />;
}

function report(error: unknown): void {
  // oxlint-disable-next-line no-console -- The page's developers look there, and nowhere else.
  console.error('VouchBridge:', error);
}
