import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icons.tsx'
import { PlainButton, type PlainButtonProps } from './plain-button.tsx'

export { type ButtonLook, buttonClass } from './plain-button.tsx'

export interface ButtonProps extends PlainButtonProps {
  icon?: IconName
}

/** A button with an optional icon. */
export function Button({ icon, children, ...rest }: ButtonProps) {
  return (
    <PlainButton {...rest}>
      {icon && !rest.busy && <Icon name={icon} />}
      {children}
    </PlainButton>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  icon: IconName
  /** Accessible name, also the tooltip. */
  label: string
}

/** An icon button. */
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
