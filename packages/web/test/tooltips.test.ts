// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { mapOption } from '../src/features/statistics/options/map.ts'
import { lines, markup } from '../src/features/statistics/options/markup.ts'
import { usageTrendOption } from '../src/features/statistics/options/trend.ts'
import { LIGHT } from '../src/features/statistics/palette.ts'

const subject = { map: 'china', unit: 'MW', figures: [], points: [] }
const NAME = `盐池<img src=x onerror="alert(1)"><b id='inj'>&`
const SHOWN = '盐池&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&lt;b id=&#39;inj&#39;&gt;&amp;'

/** Returns a chart's tooltip for a part, as HTML. */
function tooltipOf(option: Record<string, unknown>, shown: unknown): string {
  const { formatter } = option['tooltip'] as { formatter: (shown: unknown) => string } // as the charts state it
  return formatter(shown)
}

describe('a tooltip shows a name with markup as text', () => {
  test.each([
    ['a division', mapOption(subject), { name: NAME, value: 3 }],
    ['a division without a figure', mapOption(subject), { name: NAME, value: Number.NaN }],
    [
      'a series',
      usageTrendOption([], () => true),
      [{ seriesIndex: 0, seriesName: NAME, name: NAME, value: 1 }],
    ],
  ])('of %s', (_what, option, shown) => {
    const html = tooltipOf(option(LIGHT), shown)
    expect(html).toContain(SHOWN)
    expect(html.replaceAll('<br>', '')).not.toMatch(/[<>]/)
  })
})

test('markup escapes values and keeps its own texts', () => {
  expect(markup`<i>${'<'}${1}</i>`).toBe('<i>&lt;1</i>')
  expect(lines([markup`${'a&b'}`, markup`c`])).toBe('a&amp;b<br>c')
})

/** Finds tooltips of a source that do not use `tooltip(…)`, the function that accepts escaped markup only. */
function strayTooltips(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isNamed =
      (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) &&
      node.name.getText(source).replace(/['"]/g, '') === 'tooltip'
    const value = isNamed && ts.isPropertyAssignment(node) ? node.initializer : undefined
    const isMade = value && ts.isCallExpression(value) && value.expression.getText(source) === 'tooltip'
    if (isNamed && !isMade) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      found.push(`${path}:${line + 1}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

describe('every tooltip is made by the function that takes escaped markup only', () => {
  const folder = join(import.meta.dirname, '../src')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  )

  test('in all sources of the portal', () => {
    const texts = sources.map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
    expect(texts.filter(([, text]) => text.includes('tooltip: tooltip(')).length).toBeGreaterThan(2)
    expect(texts.flatMap(([name, text]) => strayTooltips(name, text))).toEqual([])
  })

  test.each([
    'const option = { tooltip: { formatter: ({ name }) => name } }',
    "const option = { 'tooltip': { ...tooltip(palette), formatter } }",
    'const option = { tooltip }',
    'const option = { series: [{ tooltip: other(palette) }] }',
  ])('so that %s is found', (text) => {
    expect(strayTooltips('option.ts', text)).toEqual(['option.ts:1'])
  })
})
