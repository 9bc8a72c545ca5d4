import type { ComponentProps, ReactNode } from 'react'

type Text = Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'value'> & {
  /** Dates have a control of their own: the browser's own follows the language of the browser. */
  type?: 'text' | 'search' | 'email' | 'tel' | 'password'
  value: string
  onValue: (value: string) => void
}

/** Single-line text input. */
export function Input({ value, onValue, className = '', type = 'text', ...rest }: Text) {
  return (
    <input
      {...rest}
      type={type}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      className={`control ${className}`}
    />
  )
}

/** Number input with its unit. Keeps the text as typed; rules validate it. */
export function NumberInput({ unit, ...rest }: Text & { unit?: string | undefined }) {
  return (
    <div className="relative">
      <Input
        {...rest}
        inputMode="decimal"
        autoComplete="off"
        style={unit ? { paddingRight: `${unit.length * 9 + 18}px` } : undefined}
      />
      {unit && (
        <span
          className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-ink-faint text-xs"
          aria-hidden="true"
        >
          {unit}
        </span>
      )}
    </div>
  )
}

type Lines = Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> & {
  value: string
  onValue: (value: string) => void
}

/** Multi-line input that grows with its content and shows the remaining characters near the limit. */
export function Textarea({ value, onValue, className = '', maxLength, ...rest }: Lines) {
  const isScarce = maxLength !== undefined && value.length > maxLength * 0.8
  return (
    <div className="relative">
      <textarea
        rows={3}
        {...rest}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        className={`control ${className}`}
      />
      {isScarce && (
        <span className="absolute right-2 bottom-1.5 rounded bg-surface px-1 text-ink-faint text-xs">
          {value.length} / {maxLength}
        </span>
      )}
    </div>
  )
}

export interface Option {
  value: string
  label: string
  disabled?: boolean
}

type SelectProps = Omit<ComponentProps<'select'>, 'onChange' | 'value'> & {
  value: string
  onValue: (value: string) => void
  options: readonly Option[]
  /** Label for no choice. An empty label makes a choice mandatory. */
  placeholder?: string
}

/**
 * Select with few choices. Uses the native control, styled by CSS where supported; phones show their own picker.
 */
export function Select({
  value,
  onValue,
  options,
  placeholder = '请选择',
  className = '',
  ...rest
}: SelectProps) {
  return (
    <select
      {...rest}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      className={`control ${className}`}
    >
      {placeholder && <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

type Box = Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'children'> & {
  onChecked: (checked: boolean) => void
  children: ReactNode
  kind?: 'checkbox' | 'radio'
}

/** Checkbox with label. */
export function Checkbox({ onChecked, children, kind = 'checkbox', ...rest }: Box) {
  return (
    <label className="inline-flex cursor-pointer items-center gap-2 has-disabled:cursor-not-allowed has-disabled:text-ink-faint">
      <input {...rest} type={kind} onChange={(event) => onChecked(event.target.checked)} />
      {children}
    </label>
  )
}

export const Radio = (props: Omit<Box, 'kind'>) => <Checkbox {...props} kind="radio" />

interface SwitchProps {
  checked: boolean
  onChecked: (checked: boolean) => void
  /** Switch. */
  label: string
}

export function Switch({ checked, onChecked, label }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      onClick={() => onChecked(!checked)}
      className="switch"
    />
  )
}
