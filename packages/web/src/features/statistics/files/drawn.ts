import { use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import * as library from '../echarts.ts'
import { LIGHT } from '../palette.ts'
import type { ShownCard } from '../shown.ts'

// Only files and paper are drawn so.
use([SVGRenderer])

// Without quotation marks: the library writes it into an attribute.
export const FONT = 'Noto Sans CJK SC, Source Han Sans SC, Microsoft YaHei, PingFang SC, sans-serif'
/** Rules for a pointer over the drawing, which files do not have and the portal's policy refuses. */
const STYLE = /<style[\s\S]*?<\/style>/g

/** A chart as SVG text in the light palette, without animation. */
export function drawnSvg({ option }: Pick<ShownCard, 'option'>, width: number, height: number): string {
  const chart = library.init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption({
      ...option(LIGHT, library),
      animation: false,
      textStyle: { color: LIGHT.inkSoft, fontFamily: FONT },
    })
    return chart.renderToSVGString().replaceAll(STYLE, '')
  } finally {
    chart.dispose()
  }
}
