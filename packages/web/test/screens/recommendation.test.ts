import { screen, within } from '@testing-library/dom'
import { example } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const PAGE = '/demonstration/recommend/province'
const [row] = example('getSubmittedDemoProjects').content
if (!row) throw new Error('the example has a project')

const projectOf = (id: number, batchNo: number, status: '1' | '3') => ({
  ...row,
  id,
  batchYear: 2026,
  batchNo,
  status,
  projectName: `第${batchNo}批项目${id}`,
})

/** Two batches: the older one has a project that waits, the newer one has none. */
function answerBatches(): void {
  on('listFillTimes', [])
  on('getReviewChanges', { basis: 'NONE', changes: [] })
  on('listReviewPhrases', [])
  on('listRecommendQuotas', [])
  on('getSubmittedDemoProjects', {
    ...example('getSubmittedDemoProjects'),
    content: [projectOf(1, 1, '1'), projectOf(2, 2, '3')],
  })
}

const choice = () => screen.findByRole<HTMLSelectElement>('combobox', { name: '批次' })

test('opens on the newest batch with projects that wait, and keeps a chosen one in the address', async () => {
  answerBatches()
  const user = await open(PAGE, 'province_nx')
  expect((await choice()).value).toBe('2026-1')
  expect(
    within(await choice())
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).not.toContain('请选择')
  await user.selectOptions(await choice(), '2026-2')
  expect(location.search).toContain('batch=2026-2')
})

test('an address with a batch opens that batch', async () => {
  answerBatches()
  await open(`${PAGE}?batch=2026-2`, 'province_nx')
  expect((await choice()).value).toBe('2026-2')
})
