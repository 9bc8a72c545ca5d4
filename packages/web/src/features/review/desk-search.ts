import type { ReviewListTasksQuery } from '@xinchu/sdk'
import { REVIEWED_KINDS } from '@xinchu/validators'
import type { ReviewEntity, ReviewRef } from '../../records/review.ts'
import type { Search } from '../../ui/ports.ts'

export const ORDERS = [
  ['WAITING', '最久的在前'],
  ['POWER', '功率从大到小'],
  ['DUE', '期限最近'],
] as const

export const MARKS = [
  ['REPEAT', '疑似重复'],
  ['WARNING', '有警告'],
  ['ANSWERED', '已答复'],
  ['CHANGED', '变更'],
  ['OVERDUE', '超期'],
] as const

export type Order = (typeof ORDERS)[number][0]
export type Mark = (typeof MARKS)[number][0]

/** State of the desk in its address. */
export interface DeskPlace {
  /** One kind of record; all kinds by default. */
  entity?: ReviewEntity
  order: Order
  mark?: Mark
  cityCode?: string
  countyCode?: string
  powerMin?: number
  powerMax?: number
  /** The open record; the first of the queue by default. */
  ref?: ReviewRef
}

/** Number of records of the queue in one request. */
export const QUEUE_SIZE = 200

export const keyOf = ({ entity, entityId }: ReviewRef): string => `${entity.toLowerCase()}-${entityId}`

const entityOf = (text: unknown) => REVIEWED_KINDS.find((each) => each.toLowerCase() === text)

function refOf(text: unknown, kind: ReviewEntity | undefined): ReviewRef | undefined {
  const [, name, id] = /^(?:([a-z_]+)-)?(\d{1,15})$/.exec(String(text ?? '')) ?? []
  const entity = name ? entityOf(name) : (kind ?? 'PROJECT')
  return entity && id ? { entity, entityId: Number(id) } : undefined
}

const numberOf = (text: unknown): number | undefined => {
  const value = Number(text)
  return text !== undefined && text !== '' && Number.isFinite(value) && value >= 0 ? value : undefined
}

/** Reads the address, without its invalid parts. */
export function readDesk(search: Search): DeskPlace {
  const lower = (name: string) => String(search[name] ?? '').toLowerCase()
  const entity = entityOf(lower('kind'))
  const ref = refOf(search['id'], entity)
  const mark = MARKS.find(([each]) => each.toLowerCase() === lower('mark'))?.[0]
  const powerMin = numberOf(search['powerMin'])
  const powerMax = numberOf(search['powerMax'])
  const code = (name: string) => (/^\d{6}$/.test(String(search[name])) ? String(search[name]) : undefined)
  const cityCode = code('cityCode')
  const countyCode = code('countyCode')
  return {
    order: ORDERS.find(([each]) => each.toLowerCase() === lower('order'))?.[0] ?? 'WAITING',
    ...(entity ? { entity } : {}),
    ...(mark ? { mark } : {}),
    ...(cityCode ? { cityCode } : {}),
    ...(countyCode ? { countyCode } : {}),
    ...(powerMin === undefined ? {} : { powerMin }),
    ...(powerMax === undefined ? {} : { powerMax }),
    ...(ref ? { ref } : {}),
  }
}

/** Converts to an address. Defaults are left out. */
export function writeDesk({ entity, order, mark, ref, ...conditions }: DeskPlace): Search {
  return {
    kind: entity?.toLowerCase(),
    order: order === 'WAITING' ? undefined : order.toLowerCase(),
    mark: mark?.toLowerCase(),
    ...conditions,
    id: ref && (ref.entity === entity ? String(ref.entityId) : keyOf(ref)),
  }
}

/** The call that loads the queue. */
export function queueQuery({ ref: _ref, order, ...conditions }: DeskPlace): ReviewListTasksQuery {
  return { ...conditions, order, page: 0, size: QUEUE_SIZE }
}

/** Number of conditions besides the kind and the order. */
export const conditionCount = ({ ref: _ref, order: _order, entity: _entity, ...conditions }: DeskPlace) =>
  Object.keys(conditions).length

/** The same place without conditions. */
export const withoutConditions = ({ entity, order }: DeskPlace): DeskPlace => ({
  order,
  ...(entity ? { entity } : {}),
})

/** The record of a key. */
export const refOfKey = (key: string): ReviewRef | undefined => refOf(key, undefined)
