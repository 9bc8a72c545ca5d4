import { countWords } from './words.ts'

const MEGABYTE = 1024 * 1024
const MOST_FILES = 9
const MOST_FILE_MEGABYTES = 10
const MOST_MEGABYTES = 50

/** Fewest words of facts and reasons. */
export const OBJECTION_WORDS = 20

/** Bounds of the evidence of one objection, in words. */
export const EVIDENCE_BOUNDS = `PDF、JPG 或 PNG，每份至多 ${MOST_FILE_MEGABYTES} MB，至多 ${MOST_FILES} 份、合计 ${MOST_MEGABYTES} MB`

/** Endings of the names of evidence, as a file input takes them. */
export const EVIDENCE_ENDINGS = '.pdf,.jpg,.jpeg,.png'

export const isObjectionTextShort = (text: string): boolean => countWords(text) < OBJECTION_WORDS

const ENDINGS: ReadonlySet<string> = new Set(EVIDENCE_ENDINGS.split(','))

/** Whether the name of a file is one of evidence. */
export const isEvidenceName = (name: string): boolean =>
  ENDINGS.has(name.slice(name.lastIndexOf('.')).toLowerCase())

/** A file with its size in bytes. */
interface Sized {
  size: number
}

/** Whether a file is too large for evidence. */
export const isEvidenceTooLarge = ({ size }: Sized): boolean => size > MOST_FILE_MEGABYTES * MEGABYTE

/** Returns why files are too many or too large for the evidence of one objection. */
export function evidenceFault(files: readonly Sized[]): string | undefined {
  if (files.length > MOST_FILES) return `证明材料至多 ${MOST_FILES} 份`
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return bytes > MOST_MEGABYTES * MEGABYTE ? `证明材料合计至多 ${MOST_MEGABYTES} MB` : undefined
}

interface Filer {
  unit?: string | undefined
  creditCode?: string | undefined
}

const isBlank = (text: string | undefined) => (text ?? '').trim() === ''

/**
 * The fields that an objection of a unit lacks: a unit states its name and its code.
 * @param isUnit by default, whether either is stated
 */
export function filerGaps(
  { unit, creditCode }: Filer,
  isUnit = !isBlank(unit) || !isBlank(creditCode),
): ('unit' | 'creditCode')[] {
  if (!isUnit) return []
  return [
    ...(isBlank(unit) ? ['unit' as const] : []),
    ...(isBlank(creditCode) ? ['creditCode' as const] : []),
  ]
}
