import { quantity } from '@xinchu/validators'
import { figure } from '../../../lib/figures.ts'
import { mapCode, mapName } from '../map-name.ts'
import { projectMarksOption } from '../options/project-marks.ts'
import type { ShownCard } from '../shown.ts'
import { isInside, type Mark } from './marks.ts'
import type { Sums } from './use-map-points.ts'
import { boxOf, type Size, type View } from './view.ts'

interface MapSubject {
  title: string
  code: string
  view: View
  size: Size
  marks: readonly Mark[]
  /** Of the projects in view. */
  sums: Sums
  /** Whether the marks are divisions that reach beyond the view. */
  isPart: boolean
  placeOf: (mark: Mark) => string
  /** Codes of provinces that are drawn with their parts, separated by commas. */
  details: string
  note: string
}

export const COLUMNS = [
  { caption: '额定功率', unit: 'MW', role: 'main', isSum: true },
  { caption: '额定能量', unit: 'MWh', isSum: true },
] as const

/** Name of a row, whose projects are counted in a column of their own. */
const rowName = (mark: Mark, placeOf: MapSubject['placeOf']): string =>
  mark.point.regionName ?? (mark.point.count === undefined ? (mark.point.projectName ?? '') : placeOf(mark))

/** The shown part of the map as a picture, with its marks as rows. */
export function mapCardOf({ title, code, view, size, marks, sums, ...subject }: MapSubject): ShownCard {
  const { isPart, placeOf, details, note } = subject
  const box = boxOf(view, size)
  const [west, south, east, north] = box
  const placed = marks
    .filter((mark) => isInside(mark, size))
    .map(({ point, radius, name, x, y }) => ({
      point,
      radius,
      name,
      position: [
        west + (x / size.width) * (east - west),
        north - (y / size.height) * (north - south),
      ] as const,
    }))
  const { count, power, energy } = sums
  return {
    title,
    group: '位置',
    finding: `${figure(count)} 个项目，${quantity(power, 'MW')} MW / ${quantity(energy, 'MWh')} MWh。`,
    columns: [{ caption: '项目', unit: '个', isSum: true }, ...COLUMNS],
    rows: marks.map((mark) => ({
      name: rowName(mark, placeOf),
      values: [mark.point.count ?? 1, mark.point.ratedPower, mark.point.ratedEnergy],
    })),
    note: `圆面积表示功率，${marks.some(({ name }) => name) ? '注名称、项目数与功率（MW），为看清略有移开' : '圆内为项目数与功率（MW），小圆只注项目数'}。${isPart ? '各地按其全部项目计。' : ''}${note}`,
    option: (palette, { isKnown }) =>
      projectMarksOption({
        map: mapName(code),
        box,
        // Outlines that are not there yet are left out.
        details: details === '' ? [] : details.split(',').filter(isKnown),
        marks: placed,
      })(palette),
    map: mapCode(code),
    height: Math.round((720 * size.height) / size.width),
    isWide: true,
  }
}
