import type { ShownTable } from '../shown.ts'

/** Formats in which the page's address answers the rows of a card. */
export type AddressFormat = 'csv' | 'json' | 'parquet'

/** Conditions by which the address has the rows of a table. */
function conditionsOf({ address, rows }: ShownTable): string | undefined {
  if (address !== undefined) return address
  const groups = rows.find(({ cells }) => cells)?.cells?.map((cell) => cell.slice(0, cell.indexOf(':')))
  // A quarter is no group: its rows come from several periods.
  if (!groups || groups.includes('quarter')) return undefined
  return groups.map((each) => `groupBy=${each}`).join('&')
}

const joined = (search: string, conditions: string) => [search, conditions].filter(Boolean).join('&')

/** Address of the page's rows for programs: its own with a suffix. */
export function pageAddress(format: AddressFormat, conditions = ''): string {
  const query = joined(location.search.slice(1), conditions)
  return `${location.origin}${location.pathname}.${format}${query && `?${query}`}`
}

/** Address of a table's rows; undefined if they have none of their own. */
export function addressOf(table: ShownTable, format: AddressFormat): string | undefined {
  const conditions = conditionsOf(table)
  if (conditions === undefined) return undefined
  const search = new URLSearchParams(location.search)
  search.delete('rows')
  return `${location.origin}${location.pathname}.${format}?${joined(search.toString(), conditions)}`
}
