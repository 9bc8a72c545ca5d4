import { isEmpty } from '@xinchu/validators'
import { isRecord } from '../../lib/stored.ts'

/** Forms of one report: what was read and typed here, and what others have stored since. */
interface Sides<Form> {
  /** What the author's input started from. */
  base: Form
  mine: Form
  /** The stored report that the input started from. */
  before: Form
  /** The stored report as it is now. */
  after: Form
}

interface Merged<Form> {
  form: Form
  /** Fields that were changed both here and there, by name; inner ones as the path to them: `usage.chargeEnergy`. */
  clashes: readonly string[]
}

const isBlank = (value: unknown): boolean =>
  isEmpty(value) ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.values(value).every(isBlank))

const isAlike = (left: unknown, right: unknown): boolean =>
  (isBlank(left) && isBlank(right)) || JSON.stringify(left) === JSON.stringify(right)

/** A group of fields. A file is one value, however many properties it has, as is a list. */
const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && !('fileName' in value)

const NOTHING: Readonly<Record<string, unknown>> = {}

/** @param path where the values stand in the form */
function merged({ base, mine, before, after }: Sides<unknown>, path: string, clashes: string[]): unknown {
  if (isAlike(before, after) || isAlike(mine, after)) return mine
  if (isAlike(base, mine)) return after
  const sides = [base, mine, before, after]
  if (sides.some(isGroup) && sides.every((side) => isGroup(side) || side === undefined)) {
    const [of, own, then, now] = sides.map((side) => (isGroup(side) ? side : NOTHING))
    const names = Object.keys({ ...own, ...then, ...now })
    const entries = names.map((name) => {
      const inner = { base: of?.[name], mine: own?.[name], before: then?.[name], after: now?.[name] }
      return [name, merged(inner, path === '' ? name : `${path}.${name}`, clashes)]
    })
    return Object.fromEntries(entries)
  }
  clashes.push(path)
  return mine
}

/**
 * Merges a form with a later version of its report, field by field: what was typed here stays, the rest is as stored. A
 * field that both changed keeps what was typed, and is named.
 */
function mergedForm<Form>(sides: Sides<Form>): Merged<Form> {
  const clashes: string[] = []
  // Made of the values of forms at the places where they stood.
  const form = merged(sides, '', clashes) as Form
  return { form, clashes }
}

/** The form as it goes on from a later version: with either side where both changed a field, and what it then starts from. */
export function goneOn<Form>(sides: Sides<Form>): Merged<Form> & { theirs: Form; base: Form } {
  const { base, mine, before, after } = sides
  return {
    ...mergedForm(sides),
    theirs: mergedForm({ base: before, mine: after, before: base, after: mine }).form,
    base: mergedForm({ ...sides, mine: base }).form,
  }
}
