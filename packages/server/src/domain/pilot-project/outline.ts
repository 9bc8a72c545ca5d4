import { type FieldSpec, fields } from '@xinchu/contract/fields'
import type { components, operations } from '@xinchu/contract/schema'
import { reply } from '../reply.ts'
import { OUTLINES, type OutlineEntry } from './outline-data.ts'

type OutlineNode = components['schemas']['OutlineNode']
type OutlinePart = components['schemas']['OutlinePart']

const FIELDS: Readonly<Record<OutlinePart, readonly FieldSpec[]>> = {
  APPLICATION: fields.DemoApplicationFields,
  IMPLEMENTATION: fields.DemoImplementationFields,
  ANNUAL: fields.AnnualReportFields,
  WORKREPORT: fields.WorkReportFields,
}

// Ids are the same in every reply: the number of the material, then the places of the entries.
const BASES: Readonly<Record<OutlinePart, number>> = {
  APPLICATION: 1,
  IMPLEMENTATION: 2,
  ANNUAL: 3,
  WORKREPORT: 4,
}
const PER_LEVEL = 100

function nodeOf(
  { title, hint, field, entries = [] }: OutlineEntry,
  place: number,
  part: OutlinePart,
  parent: { id: number; no?: string; techType?: string | undefined; isRoot: boolean },
): OutlineNode {
  const id = parent.id * PER_LEVEL + place
  const no = parent.no === undefined ? String(place) : `${parent.no}.${place}`
  const spec = FIELDS[part].find(({ name }) => name === field)
  const children = entries
    .map((entry, index) => ({ entry, place: index + 1 }))
    .filter(({ entry }) => entry.techType === undefined || entry.techType === parent.techType)
  return reply<OutlineNode>({
    id,
    pid: parent.isRoot ? undefined : parent.id,
    no,
    title,
    hint,
    required: spec?.required === 'submit',
    wordLimit: spec?.maxLength,
    fieldKey: field,
    partType: part,
    children:
      children.length > 0
        ? children.map((child, index) =>
            nodeOf(child.entry, index + 1, part, { id, no, techType: parent.techType, isRoot: false }),
          )
        : undefined,
  })
}

/** The outline of a material, with the entries of a technology on demand. Limits are those of the contract's fields. */
export const outlineOf = ({
  partType,
  techType,
}: operations['getDemoOutline']['parameters']['query']): OutlineNode[] =>
  OUTLINES[partType].map((entry, index) =>
    nodeOf(entry, index + 1, partType, { id: BASES[partType], techType, isRoot: true }),
  )

const sectionsOf = (entries: readonly OutlineEntry[]): string[] =>
  entries.flatMap(({ field, entries: below = [] }) => [...(field ? [field] : []), ...sectionsOf(below)])

/** Fields of the application that its outline contains. */
export const APPLICATION_SECTIONS: ReadonlySet<string> = new Set(sectionsOf(OUTLINES.APPLICATION))
