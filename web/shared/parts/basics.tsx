// Components used by all screens: buttons, rows, avatars and notices.
import type { ComponentChildren, JSX, Ref } from 'preact';
import { useState } from 'preact/hooks';
import { webAddress } from '../web-address.ts';
import { Icon, type IconName } from './icons.tsx';

type ButtonProps = {
  children: ComponentChildren;
  kind?: 'main' | 'second' | 'quiet';
  is_small?: boolean;
  is_busy?: boolean;
  is_disabled?: boolean;
  /** The id of the element that explains why the button is disabled. */
  described_by?: string;
  label?: string | undefined;
} & ({ onClick(event: MouseEvent): void; type?: 'button' } | { type: 'submit'; onClick?: undefined });

/** A busy or disabled button keeps its position and its focus, and ignores clicks. */
export function Button({
  children,
  kind = 'main',
  is_small,
  is_busy = false,
  is_disabled = false,
  described_by,
  label,
  type = 'button',
  onClick,
}: ButtonProps) {
  return (
    <button
      type={type}
      class={`button button-${kind}${is_small === true ? ' button-small' : ''}`}
      aria-busy={is_busy}
      aria-disabled={is_busy || is_disabled}
      aria-describedby={described_by}
      aria-label={label}
      onClick={(event) => {
        if (is_busy || is_disabled) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span class="button-text">{children}</span>
      {is_busy && (
        <span class="dots" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
    </button>
  );
}

/**
 * Points that mark the corners and the middle of the parent element. They are used to check whether the element is
 * visible.
 */
export const Points = ({ holder }: { holder?: Ref<HTMLSpanElement> }) => (
  <span class="points" aria-hidden="true" ref={holder ?? null}>
    <i />
    <i />
    <i />
    <i />
    <i />
  </span>
);

export const IconButton = ({ icon, label, onClick }: { icon: IconName; label: string; onClick(): void }) => (
  <button type="button" class="icon-button" aria-label={label} title={label} onClick={onClick}>
    <Icon name={icon} />
  </button>
);

/** If a logo fails to load, a fallback is shown in its place. */
export function Avatar({ name, logo_url, icon, is_large }: AvatarProps): JSX.Element {
  const [is_broken, setBroken] = useState(false);
  const size = is_large === true ? 'avatar avatar-large' : 'avatar';
  const src = webAddress(logo_url);
  if (src !== null && !is_broken) {
    return (
      <span class={size}>
        <img src={src} alt="" referrerpolicy="no-referrer" decoding="async" onError={() => setBroken(true)} />
      </span>
    );
  }
  return (
    <span class={size} aria-hidden="true">
      {icon === undefined ? initialOf(name) : <Icon name={icon} size={is_large === true ? 32 : 22} />}
    </span>
  );
}
type AvatarProps = { name: string; logo_url?: string | null; icon?: IconName | undefined; is_large?: boolean };

const initialOf = (name: string): string =>
  [...name.trim()].find((sign) => /[\p{L}\p{N}]/u.test(sign))?.toUpperCase() ?? '•';

type RowProps = {
  title: string;
  note?: string | undefined;
  avatar?: JSX.Element;
  icon?: IconName;
  is_card?: boolean;
  onClick(): void;
};

export const Row = ({ title, note, avatar, icon, is_card, onClick }: RowProps) => (
  <button type="button" class={is_card === true ? 'row row-card' : 'row'} onClick={onClick}>
    {avatar ?? (icon !== undefined && <Avatar name={title} icon={icon} />)}
    <span class="words">
      <bdi>{title}</bdi>
      {note !== undefined && <span class="note">{note}</span>}
    </span>
    <Icon name="forward" size={20} />
  </button>
);

export const Notice = ({
  children,
  tone = 'alert',
}: {
  children: ComponentChildren;
  tone?: 'alert' | 'warn' | 'calm';
}) => (
  <div class={`notice notice-${tone}`} role={tone === 'calm' ? undefined : 'alert'}>
    <Icon name={tone === 'calm' ? 'shield' : 'alert'} size={20} />
    <div>{children}</div>
  </div>
);

export const Skeleton = ({ width, height }: { width: string; height: string }) => (
  <div class="skeleton" style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
);

export const SkeletonRows = ({ count }: { count: number }) => (
  <div class="rows" aria-hidden="true">
    {Array.from({ length: count }, (_, at) => (
      <div class="row" key={at}>
        <Skeleton width="2.75rem" height="2.75rem" />
        <Skeleton width={`${45 + ((at * 17) % 35)}%`} height="1rem" />
      </div>
    ))}
  </div>
);
