import { AlignmentType, Paragraph } from 'docx'
import { ChartRun } from 'docx/charts'
import { CHART_SERIES, COLORS, chartText, scaleOf, touchesGoal } from './chart.ts'
import type { Chart } from './model.ts'
import { captionOf } from './word-runs.ts'

const hex = (color: string) => color.slice(1).toUpperCase()

/** A chart of the word processor itself, which shows and edits its figures. */
export function wordChart(source: Chart, caption: string): Paragraph[] {
  const { bars, goal } = source
  const { step, top } = scaleOf(Math.max(...bars.map(({ stock, added }) => stock + added), goal?.value ?? 0))
  // A label has its own text, so that the line of the goal can carry a sum that would touch it.
  const labels = (ofGoal: boolean) =>
    bars.map(({ stock, added, label }) =>
      touchesGoal(stock + added, goal?.value, top) === ofGoal
        ? ({ text: label, position: 'above' } as const)
        : false,
    )
  const run = new ChartRun({
    type: 'column',
    categories: bars.map(({ name }) => name),
    stacking: 'stacked',
    gapWidth: 70,
    series: [
      { name: CHART_SERIES.stock, values: bars.map(({ stock }) => stock), color: hex(COLORS.stock) },
      { name: CHART_SERIES.added, values: bars.map(({ added }) => added), color: hex(COLORS.added) },
      // Without a line of its own: it carries the sums above the columns.
      {
        name: '年末累计',
        type: 'line',
        values: bars.map(({ stock, added }) => stock + added),
        line: { color: hex(COLORS.added), width: 0.25 },
        markers: false,
        pointLabels: labels(false),
      },
      ...(goal
        ? [
            {
              name: goal.caption,
              type: 'line' as const,
              values: bars.map(() => goal.value),
              line: { color: hex(COLORS.goal), dash: 'dash' as const },
              markers: false,
              pointLabels: labels(true),
            },
          ]
        : []),
    ],
    valueAxis: { minimum: 0, maximum: top, interval: step },
    transformation: { width: 560, height: 260 },
    altText: { id: '1', name: source.caption, description: chartText(source), title: source.caption },
  })
  return [
    captionOf(caption, source.sources),
    new Paragraph({ alignment: AlignmentType.CENTER, children: [run] }),
  ]
}
