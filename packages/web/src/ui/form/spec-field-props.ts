import type { Choice } from '../ports.ts'

export interface SpecFieldProps {
  name: string
  /** Other words than the contract's. */
  label?: string
  hint?: string
  /** Choices that come from no dictionary. */
  options?: readonly Choice[]
  disabled?: boolean
  wide?: boolean
}
