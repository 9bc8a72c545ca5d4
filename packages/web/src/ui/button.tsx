import type { ButtonHTMLAttributes } from 'react'

const looks = {
  primary: 'bg-brand text-white hover:bg-brand-strong border-transparent dark:text-slate-950',
  plain: 'bg-surface text-ink border-line-strong hover:border-brand hover:text-brand',
  danger: 'bg-surface text-danger border-line-strong hover:border-danger',
  quiet: 'bg-transparent text-brand border-transparent hover:bg-brand-soft',
} as const

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: keyof typeof looks
  /** The action is under way: the button waits and says so. */
  busy?: boolean
}

export function Button({
  look = 'plain',
  busy = false,
  type = 'button',
  className = '',
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy}
      className={`inline-flex h-8 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border px-3.5 text-[13px] transition-colors disabled:cursor-not-allowed disabled:opacity-55 ${looks[look]} ${className}`}
    />
  )
}
