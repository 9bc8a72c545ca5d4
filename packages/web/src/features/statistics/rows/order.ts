/** Fields by which the rows of a figure can be ordered, with their captions; the first direction is descending. */
export const ORDERS = {
  ratedPower: '功率',
  ratedEnergy: '能量',
  commissionDate: '投运日期',
} as const

type OrderField = keyof typeof ORDERS

/** Order of the rows, as the call and the address write it. */
export type Order = `${OrderField},${'asc' | 'desc'}`

const DEFAULT: Order = 'ratedPower,desc'

const isField = (name: string): name is OrderField => Object.hasOwn(ORDERS, name)

/** Reads the order of an address; that of the largest power first if it names none. */
export function orderOf(text: unknown): Order {
  const [field = '', way] = String(text ?? '').split(',')
  return isField(field) && (way === 'asc' || way === 'desc') ? `${field},${way}` : DEFAULT
}

/** Order of an address; undefined for the default, which it leaves out. */
export const orderText = (order: Order): Order | undefined => (order === DEFAULT ? undefined : order)

/** The order after a press on a heading: descending first, then the other way. */
export const turned = (order: Order, field: OrderField): Order =>
  order === `${field},desc` ? `${field},asc` : `${field},desc`

/** Direction of a heading. */
export function directionOf(order: Order, field: OrderField): 'ascending' | 'descending' | 'none' {
  if (!order.startsWith(`${field},`)) return 'none'
  return order.endsWith('asc') ? 'ascending' : 'descending'
}
