import type { ComponentProps, ReactNode } from 'react'

type Text = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  value: string
  onValue: (value: string) => void
}

/** One line of text. */
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

/** A figure with its unit inside the box. What is typed stays as typed; rules judge it. */
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

/** A day, as yyyy-MM-dd. */
export function DateInput(props: Text) {
  return <Input {...props} type="date" max={props.max ?? '9999-12-31'} />
}

type Lines = Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> & {
  value: string
  onValue: (value: string) => void
}

/** Several lines, growing with what is typed; says how much room is left when it gets scarce. */
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
  /** What stands for no choice; an empty text leaves no choice out. */
  placeholder?: string
}

/**
 * One of a few choices. It is the browser's own control in our clothes: the picker is drawn by CSS where the browser can,
 * and phones show their own.
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

/** A box with its words. */
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
  /** What is on or off. */
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
