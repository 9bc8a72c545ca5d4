import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  APPLICATIONS,
  EXCELLENCE_TEAMS,
  type ExcellenceTeam,
  PASS_FROM,
  PRIMARY_TEAMS,
  PRIMARY_TOTALS,
  type Team,
} from '../../packages/sdk/examples/demonstration-batch/batch.ts'
import { RANKS } from '../../packages/server/test/support/example-batch.ts'

/** Texts of the cells of a table, row by row. The line after the quota is left out. */
async function cellsOf(page: Page, table: string): Promise<string[][]> {
  const rows = page.getByRole('region', { name: table, exact: true }).locator('tbody tr')
  await rows.first().waitFor()
  const all = await Promise.all((await rows.all()).map((row) => row.locator('td').allInnerTexts()))
  return all
    .filter((cells) => cells.length > 1)
    .map((cells) => cells.map((text) => text.replace(/\s+/g, ' ').trim()))
}

/** Compares the opened details of a project with its two totals: the parts of each sheet make up its total. */
async function expectSheets(page: Page, totals: readonly number[]) {
  const rows = page.getByRole('region', { name: '评分详情' }).locator('tbody tr')
  const read = async () => {
    const all = await Promise.all((await rows.all()).map((row) => row.locator('td').allInnerTexts()))
    return all.map((cells) => cells.slice(1, -1).map(Number))
  }
  const sums = async () =>
    (await read())
      .map((points) => [
        points.at(-1),
        Number(
          points
            .slice(0, -1)
            .reduce((sum, each) => sum + each, 0)
            .toFixed(4),
        ),
      ])
      .sort(([a = 0], [b = 0]) => a - b)
  await expect.poll(sums).toEqual([...totals].sort((a, b) => a - b).map((total) => [total, total]))
}

/** Conclusions with their counts. */
const CONCLUSIONS = /^(建议通过|修改后通过|不通过) \d+(，(修改后通过|不通过) \d+)*$/

/** Compares every cell of a group of the primary review, and the details of each project, with the sheets as given. */
async function expectPrimary(page: Page, team: Team, words: { passed: string; failed: string }) {
  const rows = await cellsOf(page, `${team.name}评分表`)
  expect(rows).toHaveLength(team.projects.length)
  for (const [project = '', ...cells] of rows) {
    const { no, name } = APPLICATIONS.find((each) => project.startsWith(each.name)) ?? { no: '', name: '' }
    const scores = cells.slice(0, -5).filter((text) => text !== '—')
    // The first sheet of 01 is filled in by hand on the screen.
    const totals = no === '01' ? scores.map(Number) : (PRIMARY_TOTALS[no] ?? [])
    const mean = totals.reduce((sum, each) => sum + each, 0) / totals.length
    expect([...scores].sort()).toEqual(totals.map(String).sort())
    expect(cells.slice(-5, -3)).toEqual([mean.toFixed(4), String(Math.max(...totals) - Math.min(...totals))])
    expect(cells.at(-2)).toMatch(CONCLUSIONS)
    expect(cells.at(-1)).toBe(mean >= PASS_FROM ? words.passed : words.failed)
    await page.getByRole('button', { name }).click()
    await expectSheets(page, totals)
  }
}

/** Compares the columns of a group of the excellence review with what was worked out by hand. */
async function expectExcellence(
  page: Page,
  team: ExcellenceTeam,
  words: { selected: string; others: string },
) {
  const rows = await cellsOf(page, `${team.name}名次表`)
  const own = RANKS.filter(([no]) => team.judged.some((each) => each.no === no))
  expect(rows.map((cells) => [cells[0], ...cells.slice(-6)])).toEqual(
    own.map(([, rank, trimmed, , recommends, safety, isIn, reasons]) => [
      String(rank),
      expect.stringMatching(new RegExp(`^${trimmed.toFixed(4)}( ?（同分）)?$`)),
      String(recommends),
      safety.toFixed(4),
      reasons.join(' '),
      expect.stringMatching(CONCLUSIONS),
      isIn ? words.selected : words.others,
    ]),
  )
}

type OpenGroup = (at: number) => Promise<Page>

/** Compares the results of the primary review, group by group. */
export async function primaryShows(open: OpenGroup, passed: string, failed: string) {
  for (const [at, team] of PRIMARY_TEAMS.entries())
    await expectPrimary(await open(at), team, { passed, failed })
}

/** Compares the results of the excellence review, group by group. */
export async function excellenceShows(open: OpenGroup, selected: string, others: string) {
  for (const [at, team] of EXCELLENCE_TEAMS.entries())
    await expectExcellence(await open(at), team, { selected, others })
}
