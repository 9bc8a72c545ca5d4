import { readChoice, readChoices, readFlag } from './choice.ts'
import { readDateCell, readDateText } from './date.ts'
import { folded, invisibleIn, visible } from './fold.ts'
import { readFigureCell, readFigureText } from './number.ts'
import { empty, finding, question, refusal, value } from './outcome.ts'
import { readPlaceholder } from './placeholder.ts'
import { readPlain } from './plain-cell.ts'
import { readText, readTextCell } from './text.ts'
import type { Lookups, Outcome, RawCell, ReadSpec, Source } from './types.ts'

const ERROR =
  /^#(?:N\/A|REF!|DIV\/0!|VALUE!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|GETTING_DATA)$/i
const HASHES = /^#{3,}$/
const NO_LOOKUPS: Lookups = { entriesOf: () => [] }

/** What a spreadsheet could not compute or show. */
function readDamage({ kind, text }: RawCell, plain: string): Outcome | undefined {
  if (kind === 'formula') return refusal('C-002', text)
  if (kind === 'merged') return refusal('C-003', text)
  if (kind === 'error' || ERROR.test(plain)) return refusal('C-001', text)
  return HASHES.test(plain) ? refusal('C-010', text) : undefined
}

function readBoolean({ text }: RawCell, spec: ReadSpec): Outcome {
  if (spec.kind === 'boolean') return readFlag(text)
  if (spec.kind === 'string') return question('C-047', text, [{ value: text, text }])
  return refusal(spec.kind === 'date' ? 'C-046' : 'F-008', text)
}

function readNumber(cell: RawCell, spec: ReadSpec, source: Source): Outcome | undefined {
  if (spec.kind === 'number' || spec.kind === 'integer') return readFigureCell(cell, spec)
  if (spec.kind === 'date') return readDateCell(cell, source)
  return spec.kind === 'string' ? readTextCell(cell, spec, source) : undefined
}

function readWritten(
  clean: string,
  original: string,
  spec: ReadSpec,
  source: Source,
  lookups: Lookups,
): Outcome {
  const { kind, dict } = spec
  if (kind === 'boolean') return readFlag(clean)
  if (dict !== undefined && kind === 'dict') return readChoice(clean, dict, lookups.entriesOf(dict))
  if (dict !== undefined && kind === 'dicts') return readChoices(clean, dict, lookups.entriesOf(dict))
  const plain = folded(clean).trim()
  if (kind === 'number' || kind === 'integer') return readFigureText(plain, spec, original)
  if (kind === 'date') return readDateText(plain.replace(/\s+/g, ' '), source, original)
  return kind === 'string' ? readText(clean, spec, original, source) : value(clean.trim())
}

const CHOSEN: ReadonlySet<string> = new Set(['dict', 'dicts', 'boolean'])

/** A choice may be called as a placeholder is, such as 无. */
function readWords(
  clean: string,
  original: string,
  spec: ReadSpec,
  source: Source,
  lookups: Lookups,
): Outcome {
  if (CHOSEN.has(spec.kind)) {
    const chosen = readWritten(clean, original, spec, source, lookups)
    if (chosen.level === 'value') return chosen
  }
  const plain = folded(clean).trim()
  return readPlaceholder(plain, spec, source) ?? readWritten(clean, original, spec, source, lookups)
}

function noted(outcome: Outcome, original: string): Outcome {
  const signs = invisibleIn(original)
  if (signs === undefined || outcome.level !== 'value' || outcome.note) return outcome
  return { ...outcome, note: finding('C-007', visible(original), { signs }) }
}

/** Asks about a figure with a mark that may be part of a note or struck out. */
function marked(outcome: Outcome, { marks, text }: RawCell): Outcome {
  if (!marks || outcome.level !== 'value') return outcome
  const written = typeof outcome.value === 'number' ? String(outcome.value) : visible(text).trim()
  return question('C-024', text, [{ value: outcome.value, text: written, written }])
}

/** Proposes what the cell above has to a cell that says it has the same. */
function fromAbove(
  outcome: Outcome,
  { above }: RawCell,
  spec: ReadSpec,
  source: Source,
  lookups: Lookups,
): Outcome {
  if (above === undefined || outcome.level !== 'question' || outcome.finding.code !== 'C-009') return outcome
  const read = readCell({ kind: 'text', text: above }, spec, source, lookups)
  if (read.level === 'empty' || read.level === 'refusal') return outcome
  const found = read.level === 'value' ? read.value : read.choices[0]?.value
  const choices = [{ value: found, text: above, written: above }]
  return question('C-009', outcome.finding.original, choices, { above: `“${above}”？` })
}

/** Takes a value that is far from others where a person has confirmed it. */
const confirmed = (outcome: Outcome, { isSure }: RawCell): Outcome =>
  isSure && outcome.level === 'question' && outcome.finding.code === 'C-045'
    ? value(outcome.choices[0]?.value)
    : outcome

/**
 * Reads one cell: a value, nothing, a question with its choices, or a refusal. Never guesses. The rules of the field judge the
 * value afterwards.
 */
export function readCell(
  cell: RawCell,
  spec: ReadSpec,
  source: Source,
  lookups: Lookups = NO_LOOKUPS,
): Outcome {
  const quick = readPlain(cell, spec, source)
  if (quick) return quick
  const clean = visible(cell.text)
  if (clean.trim() === '' && cell.kind !== 'formula') return empty()
  const damage = readDamage(cell, folded(clean).trim())
  if (damage) return damage
  if (cell.kind === 'boolean') return readBoolean(cell, spec)
  const number = cell.kind === 'number' ? readNumber(cell, spec, source) : undefined
  const read = number ?? noted(readWords(clean, cell.text, spec, source, lookups), cell.text)
  return confirmed(fromAbove(marked(read, cell), cell, spec, source, lookups), cell)
}
