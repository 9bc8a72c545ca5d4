import type { ButtonHTMLAttributes, Ref } from 'react'

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

/** Class names of a button for other elements, such as links. */
export const buttonClass = (look: ButtonLook = 'plain') => `${base} ${looks[look]}`

function Spinner() {
  return (
    <span
      className="size-3.5 animate-spin rounded-full border-2 border-current border-r-transparent"
      aria-hidden="true"
    />
  )
}

export interface PlainButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook
  ref?: Ref<HTMLButtonElement>
  /** Whether the action is pending. */
  busy?: boolean
}

/** A text button, without icons for the sake of the public pages' size. */
export function PlainButton({
  look = 'plain',
  busy = false,
  type = 'button',
  className = '',
  disabled,
  children,
  ...rest
}: PlainButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={`${buttonClass(look)} ${className}`}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
