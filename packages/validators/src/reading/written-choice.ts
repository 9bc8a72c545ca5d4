import type { Choice } from './types.ts'

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  return Array.isArray(value) ? value.join('、') : String(value)
}

/** What a cell has to say, so that it reads as this choice. */
export const writtenChoice = ({ written, value }: Choice): string => written ?? textOf(value)
