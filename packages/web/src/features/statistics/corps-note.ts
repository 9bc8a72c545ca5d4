import { figure } from '../../lib/figures.ts'
import { CORPS, XINJIANG } from '../../ui/form/regions.ts'

interface Row {
  key?: string
  ratedPower?: number
}

/** Says that Xinjiang's figures are without the Corps, unlike published ones, and gives their sum. */
export function corpsNote(rows: readonly Row[] | undefined, unit?: string): string | undefined {
  const found = rows?.filter(({ key }) => key === XINJIANG || key === CORPS) ?? []
  if (found.length < 2) return undefined
  const sum = found.reduce((all, { ratedPower = 0 }) => all + ratedPower, 0)
  const both = unit ? `，两者合计 ${figure(sum)} ${unit}` : ''
  return `新疆维吾尔自治区不含新疆生产建设兵团；国家公布的新疆数据含兵团${both}。`
}
