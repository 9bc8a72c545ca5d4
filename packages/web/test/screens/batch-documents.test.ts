import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open, openPublic } from '../support/portal.ts'

onPortal()

const publicity = {
  batchYear: 2026,
  batchNo: 1,
  startTime: '2026-01-01 00:00:00',
  endTime: '2026-01-08 00:00:00',
}
const project = { id: 2001, demoCode: 'DEMO202601017', projectName: '泰来县先进压缩空气' }
const ANNOUNCED = {
  batches: [publicity],
  publicity,
  open: false,
  announced: true,
  announceNo: '国家能源局公告2026年第2号',
  announceDate: '2026-01-20',
  content: [{ ...project, announced: true }],
}
const PROPOSED = {
  batches: [publicity],
  publicity,
  open: false,
  content: [{ ...project, announced: false }],
}
const SCREEN = '/demonstration/publicity/index?batch=2026-1'

const pdf = () => new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } })

function savedNames(): string[] {
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return names
}

test.each([
  ['under publicity', 'CSV', PROPOSED, '公示名单', 'downloadPublicDemoList'],
  ['under publicity', 'PDF', PROPOSED, '公示名单', 'downloadPublicDemoList'],
  ['announced', 'CSV', ANNOUNCED, '公布名单', 'downloadPublicDemoList'],
  ['announced', 'PDF', ANNOUNCED, '公布名单', 'downloadAnnouncedList'],
] as const)(
  'the public page offers the list of a batch %s as %s',
  async (_what, format, list, name, call) => {
    on('listPublicDemos', list)
    const asked = on(call, pdf)
    const names = savedNames()
    const user = await openPublic('/publicity')
    await user.click(await screen.findByRole('button', { name: `下载${name} ${format}` }))
    await waitFor(() => expect(names).toEqual([`${name}.${format.toLowerCase()}`]))
    expect(asked[0]?.query).toMatchObject({ batchYear: 2026, batchNo: 1 })
  },
)

test('the public page tells of codes only where a list has one', async () => {
  on('listPublicDemos', PROPOSED)
  await openPublic('/publicity')
  await screen.findByRole('button', { name: '下载公示名单 PDF' })
  expect(screen.queryByText(/核验码/)).toBeNull()
})

test.each([
  ['before the announcement', PROPOSED, '评审结果报告（草稿）'],
  ['once it is announced', ANNOUNCED, '评审结果报告'],
])('the documents of a batch %s are offered as PDF and Word', async (_when, list, name) => {
  on('listDemoBatches', [{ batchYear: 2026, batchNo: 1, phase: 'PUBLICITY', mine: 0 }])
  on('listPublicDemos', list)
  on('listDemoProjects', { content: [], totalElements: 0 })
  on('listDemoObjections', { content: [], totalElements: 0, waiting: 0 })
  const asked = on('downloadBatchDocument', pdf)
  const names = savedNames()
  const user = await open(SCREEN, 'nation')
  const files = within(await screen.findByRole('region', { name: '公布文件' }))
  const [, report] = files.getAllByRole('listitem')
  expect(report?.querySelector('span')?.textContent).toBe(name)
  await user.click(files.getByRole('button', { name: 'PDF 评审结果报告' }))
  await waitFor(() => expect(names).toEqual(['评审结果报告.pdf']))
  expect(asked[0]?.query).toMatchObject({ batchYear: 2026, batchNo: 1, document: 'REPORT', format: 'pdf' })
})
