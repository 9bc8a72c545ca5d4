import { quantity } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
import { SMALL } from '../../options/common.ts'
import type { MapSubject } from '../../options/map.ts'
import type { Palette } from '../../palette.ts'

const ID = 'unlabelled'
const LINE = 16
/** Divisions that are listed; more are in the table. */
const MOST = 10

/** Parts of the option of a map that are read here. */
interface DrawnMap {
  series: readonly { data: readonly { name: string; label?: { formatter?: string } }[] }[]
  media: readonly { query: { minWidth?: number }; option: { graphic?: readonly object[] } }[]
}

/** Lines of the divisions that have no label in the drawing, two on each. */
function linesOf({ series: [areas] }: DrawnMap, { figures, unit }: MapSubject, perLine: number): string[] {
  const labelled = new Set(areas?.data.flatMap(({ name, label }) => (label?.formatter ? [name] : [])))
  const left = figures.filter(({ name }) => !labelled.has(name)).toSorted((a, b) => b.value - a.value)
  if (left.length === 0) return []
  const texts = left
    .slice(0, MOST)
    .map(({ label, value }) => `${label} ${quantity(value, unit).replace('-', '−')}`)
  const lines = texts.flatMap((_, at) =>
    at % perLine === 0 ? [texts.slice(at, at + perLine).join('　')] : [],
  )
  return [`图上未标注（${unit}）`, ...lines, ...(left.length > MOST ? ['其余见表格'] : [])]
}

/**
 * A map of half the page's width, which lists the divisions whose labels would touch others. The list is beside the key,
 * or above it where the key stands at the side. A map without any labels has no list.
 */
export function halfMapOption(
  option: EChartsCoreOption,
  palette: Palette,
  subject: MapSubject,
): EChartsCoreOption {
  const drawn = option as unknown as DrawnMap // as `mapOption` builds it
  const [narrow, ...labelled] = drawn.media
  if (!narrow || linesOf(drawn, subject, 1).length === 0) return option
  const list = (place: object, lines: readonly string[]) => ({
    ...{ id: ID, type: 'text', silent: true, ...place },
    style: { text: lines.join('\n'), fontSize: SMALL, lineHeight: LINE, fill: palette.inkSoft },
  })
  const layouts = labelled.map(({ query, option: its }, at) => {
    const isAside = at === labelled.length - 1
    const place = isAside ? { left: 4, top: 4, right: undefined, bottom: undefined } : { right: 8, bottom: 4 }
    const lines = linesOf(drawn, subject, isAside ? 1 : 2)
    return {
      query,
      option: { ...its, graphic: [...(its.graphic ?? []), list({ ...place, invisible: false }, lines)] },
    }
  })
  const hidden = list({ invisible: true }, [])
  return {
    ...option,
    media: [
      { ...narrow, option: { ...narrow.option, graphic: [...(narrow.option.graphic ?? []), hidden] } },
      ...layouts,
    ],
  }
}
