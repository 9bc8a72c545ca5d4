import type { Choice } from '../ports.ts'
import type { FieldWords } from './use-field.ts'

export interface SpecFieldProps extends FieldWords {
  name: string
  /** Choices without a dictionary. */
  options?: readonly Choice[]
  disabled?: boolean
  wide?: boolean
}
