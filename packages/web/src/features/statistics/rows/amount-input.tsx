import { plainFigure } from '@xinchu/validators/reading'
import { useState } from 'react'
import { figure } from '../../../lib/figures.ts'

interface AmountInputProps {
  label: string
  original: number
  /** Undefined shows the original. */
  value: number | undefined
  isDisabled: boolean
  /** Undefined for no readable amount. */
  onValue: (value: number | undefined) => void
}

const amountOf = (text: string): number | undefined => {
  const value = plainFigure(text)
  return value !== undefined && value >= 0 ? value : undefined
}

/** An amount that is assumed instead of the published one. */
export function AmountInput({ label, original, value, isDisabled, onValue }: AmountInputProps) {
  const [text, setText] = useState(String(value ?? original))
  const isChanged = value !== undefined && value !== original
  const isWrong = amountOf(text) === undefined
  return (
    <span className="inline-flex items-center justify-end gap-1">
      {isChanged && <s className="text-ink-faint text-xs">{figure(original)}</s>}
      <input
        aria-label={label}
        aria-invalid={isWrong || undefined}
        inputMode="decimal"
        className={`control h-7 w-18 px-1.5 text-right ${isChanged ? 'font-semibold text-warning' : ''}`}
        value={text}
        disabled={isDisabled}
        onChange={({ target }) => {
          setText(target.value)
          onValue(amountOf(target.value))
        }}
      />
    </span>
  )
}
