import { type FieldSpec, fields } from '@xinchu/contract/fields'
import { checkRecord, codes, messages } from '@xinchu/validators'
import { cellValue } from './cells.ts'
import type { CheckContext } from './check-context.ts'
import { PARTS } from './columns.ts'
import type { Found } from './found.ts'
import type { Values } from './places.ts'

/** Fields of a part of a mixed station. */
export const partFields: readonly FieldSpec[] = fields.HybridPart

type Part = Record<string, unknown>
type Reading = Pick<CheckContext, 'references' | 'source'>

/** Reads the texts of one part; adds what is wrong or noted to `found`. */
function readPart(
  texts: readonly string[],
  { references, source }: Reading,
  found: Found[],
  no: number,
): Part {
  const part: Part = {}
  const say = (spec: FieldSpec | undefined, { message, ...issue }: Omit<Found, 'field'>) =>
    found.push({ ...issue, field: PARTS, message: `第 ${no} 项${spec?.caption ?? ''}：${message}` })
  const broken = new Set<string>()
  for (const [at, spec] of partFields.entries()) {
    const read = cellValue(texts[at] ?? '', spec, references.dictionaries, source)
    if ('message' in read) {
      say(spec, { code: read.code, message: read.message, level: 'error' })
      broken.add(spec.name)
    } else if (read.value === undefined)
      say(spec, { code: codes.nonEmpty, message: messages.nonEmpty, level: 'error' })
    else {
      part[spec.name] = read.value
      if (read.note) say(spec, { ...read.note, level: 'warning' })
    }
  }
  for (const issue of checkRecord(part, partFields, 'submit'))
    if (part[issue.field] !== undefined && !broken.has(issue.field))
      say(
        partFields.find(({ name }) => name === issue.field),
        issue,
      )
  return part
}

/** Reads the parts of a mixed station into the values: a line for each, with a tab between its cells. */
export function readParts(text: string | undefined, reading: Reading, values: Values): Found[] {
  if (text === undefined) return []
  const found: Found[] = []
  values[PARTS] = text.split('\n').map((line, at) => readPart(line.split('\t'), reading, found, at + 1))
  return found
}
