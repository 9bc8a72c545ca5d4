import type { ButtonHTMLAttributes } from 'react'
import { Icon, type IconName } from './icons.tsx'

const looks = {
  primary: 'border-transparent bg-brand text-on-brand hover:not-disabled:bg-brand-strong',
  plain:
    'border-line-strong bg-surface text-ink hover:not-disabled:border-brand hover:not-disabled:text-brand-ink',
  danger:
    'border-danger-line bg-surface text-danger hover:not-disabled:border-danger hover:not-disabled:bg-danger-soft',
  quiet: 'border-transparent bg-transparent text-brand-ink hover:not-disabled:bg-brand-soft',
} as const

const base =
  'inline-flex h-control select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md border px-3.5 text-s transition-colors disabled:cursor-not-allowed disabled:opacity-55'

export type ButtonLook = keyof typeof looks

/** The look of a button for what is not one, such as a link. */
export const buttonClass = (look: ButtonLook = 'plain') => `${base} ${looks[look]}`

function Spinner() {
  return (
    <span
      className="size-3.5 animate-spin rounded-full border-2 border-current border-r-transparent"
      aria-hidden="true"
    />
  )
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook
  icon?: IconName
  /** The action is under way: the button waits and says so. */
  busy?: boolean
}

export function Button({
  look = 'plain',
  icon,
  busy = false,
  type = 'button',
  className = '',
  disabled,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={`${base} ${looks[look]} ${className}`}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  icon: IconName
  /** What it does, in words; also its tool tip. */
  label: string
}

/** A button that shows only a drawing. */
export function IconButton({ icon, label, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={`inline-grid size-8 shrink-0 place-items-center rounded-md text-ink-soft transition-colors hover:not-disabled:bg-hover hover:not-disabled:text-ink disabled:cursor-not-allowed disabled:opacity-50 ${className}`}
    >
      <Icon name={icon} size={18} />
    </button>
  )
}
