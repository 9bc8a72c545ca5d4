import type { components } from '@xinchu/contract/schema'
import type { FieldSpec } from '@xinchu/validators'
import { reply } from '../reply.ts'
import type { Content, Difference, Shape } from './differences.ts'
import { distanceM } from './distance.ts'
import { figureOf, filesIn, isFileField, type Names, wordsOfRow, wordsOfValue } from './words.ts'

type FieldChange = components['schemas']['FieldChange']

const DAY_MS = 86_400_000

/** The change of a number in words, with the share of the old value. */
function numberMeaning(old: number, now: number, unit: string | undefined): string {
  const amount = Math.round(Math.abs(now - old) * 10_000) / 10_000
  const share = old === 0 ? '' : `（${Math.abs(((now - old) / old) * 100).toFixed(1)}%）`
  return `${now > old ? '增加' : '减少'} ${figureOf(amount)}${unit ? ` ${unit}` : ''}${share}`
}

function dateMeaning(old: string, now: string): string {
  const days = Math.round((Date.parse(now) - Date.parse(old)) / DAY_MS)
  return `${days > 0 ? '推迟' : '提前'} ${Math.abs(days)} 天`
}

function filesMeaning(old: unknown, now: unknown): string {
  const before = new Set(filesIn(old))
  const after = new Set(filesIn(now))
  const added = [...after].filter((id) => !before.has(id)).length
  const removed = [...before].filter((id) => !after.has(id)).length
  return [added ? `新增 ${added} 个` : '', removed ? `删除 ${removed} 个` : ''].filter(Boolean).join('，')
}

function meaningOf(spec: FieldSpec, old: unknown, now: unknown): string | undefined {
  if (isFileField(spec)) return filesMeaning(old, now) || undefined
  if (typeof old === 'number' && typeof now === 'number' && !spec.dict && !spec.source)
    return numberMeaning(old, now, spec.unit)
  if (spec.kind === 'date' && typeof old === 'string' && typeof now === 'string') return dateMeaning(old, now)
  return undefined
}

const pairText = (content: Content): string | undefined => {
  const { longitude, latitude } = content
  return typeof longitude === 'number' && typeof latitude === 'number'
    ? `${longitude.toFixed(4)}°，${latitude.toFixed(4)}°`
    : undefined
}

function placeOf({ longitude, latitude }: Content) {
  return typeof longitude === 'number' && typeof latitude === 'number' ? { longitude, latitude } : undefined
}

/** Two coordinates that changed, as one place that moved. */
function movedPlace(old: Content, now: Content): Partial<FieldChange> | undefined {
  const [from, to] = [placeOf(old), placeOf(now)]
  if (!from || !to) return undefined
  const metres = Math.round(distanceM(from, to))
  return reply<Partial<FieldChange>>({
    fieldLabel: '经度、纬度',
    oldValue: pairText(old),
    newValue: pairText(now),
    meaning: metres < 10_000 ? `移动 ${metres} 米` : `移动 ${figureOf(Math.round(metres / 100) / 10)} 公里`,
  })
}

/** Describes each difference and its meaning. */
export function wordsOfChanges(
  differences: readonly Difference[],
  contents: readonly [old: Content, now: Content],
  { shape, groups, names }: { shape: Shape; groups: Readonly<Record<string, string>>; names: Names },
): FieldChange[] {
  const [old, now] = contents
  const place = differences.some(({ field }) => field === 'longitude' || field === 'latitude')
    ? movedPlace(old, now)
    : undefined
  let isPlaced = false
  return differences.flatMap((difference): FieldChange[] => {
    const spec = shape.fields.find(({ name }) => name === difference.field)
    if (!spec) return []
    const group = spec.group && groups[spec.group]
    if (place && (spec.name === 'longitude' || spec.name === 'latitude')) {
      if (isPlaced) return []
      isPlaced = true
      return [
        reply<FieldChange>({
          field: 'longitude',
          fieldLabel: '经度、纬度',
          kind: 'CHANGED',
          group,
          ...place,
        }),
      ]
    }
    return [
      { ...(group ? { group } : {}), ...changeWords(difference, spec, shape.rows[spec.name] ?? [], names) },
    ]
  })
}

function changeWords(
  difference: Difference,
  spec: FieldSpec,
  specs: readonly FieldSpec[],
  names: Names,
): FieldChange {
  const rowLabel = (index: number) => `${spec.caption} 第 ${index + 1} 行`
  switch (difference.kind) {
    case 'ADDED':
      return reply<FieldChange>({
        field: `${spec.name}[${difference.to}]`,
        fieldLabel: rowLabel(difference.to),
        kind: 'ADDED',
        newValue: wordsOfRow(difference.row, specs, names),
      })
    case 'REMOVED':
      return reply<FieldChange>({
        field: `${spec.name}[${difference.from}]`,
        fieldLabel: rowLabel(difference.from),
        kind: 'REMOVED',
        oldValue: wordsOfRow(difference.row, specs, names),
      })
    case 'MOVED':
      return reply<FieldChange>({
        field: `${spec.name}[${difference.to}]`,
        fieldLabel: rowLabel(difference.to),
        kind: 'MOVED',
        oldValue: `第 ${difference.from + 1} 行`,
        newValue: `第 ${difference.to + 1} 行`,
      })
    case 'CHANGED': {
      const cell = 'property' in difference ? specs.find(({ name }) => name === difference.property) : spec
      const inRow = 'property' in difference ? difference : undefined
      return reply<FieldChange>({
        field: inRow ? `${spec.name}[${inRow.to}].${inRow.property}` : spec.name,
        fieldLabel: inRow ? `${rowLabel(inRow.to)}，${cell?.caption ?? inRow.property}` : spec.caption,
        kind: 'CHANGED',
        unit: cell?.unit,
        oldValue: cell && wordsOfValue(cell, difference.old, names),
        newValue: cell && wordsOfValue(cell, difference.new, names),
        meaning: cell && meaningOf(cell, difference.old, difference.new),
      })
    }
  }
}
