import { MutationObserver } from '@tanstack/react-query'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { saveAddress, saveAnswer } from '../../src/features/statistics/files/save-address.ts'
import * as notices from '../../src/ui/notice.tsx'
import { clientOfFile } from '../support/client.ts'

const ADDRESS = `${location.origin}/planningmonitoring/project/usage.json?quarter=2025Q4`
const PAGE = '<html><body><h1>500 Internal Server Error</h1><hr>nginx</body></html>'

const client = clientOfFile()
const server = setupServer()
beforeAll(() => server.listen())
afterEach(() => {
  server.resetHandlers()
  vi.restoreAllMocks()
})
afterAll(() => server.close())

const answered = (body: string, init: { status: number; type: string }) =>
  server.use(
    http.get('*/planningmonitoring/*', () => {
      return new HttpResponse(body, { status: init.status, headers: { 'Content-Type': init.type } })
    }),
  )

/** Notices that a failed save shows. */
async function toldOf(save: () => Promise<void>): Promise<unknown[]> {
  const notify = vi.spyOn(notices, 'notify').mockImplementation(() => undefined)
  await new MutationObserver(client, { mutationFn: save }).mutate().catch(() => undefined)
  return notify.mock.calls.map(([text]) => text)
}

describe.each([
  ['a workbook', () => saveAnswer(client, ADDRESS, [], undefined)],
  ['a file', () => saveAddress(client, ADDRESS.replace('.json', '.parquet'))],
])('a refused save of %s', (_what, save) => {
  test('says that the request failed if the page of a gateway comes in place of the reply', async () => {
    answered(PAGE, { status: 500, type: 'text/html' })
    await expect(save()).rejects.toMatchObject({ message: '接口请求失败', status: 500 })
    expect(await toldOf(save)).toEqual(['接口请求失败'])
  })

  test('says why in the words of the platform', async () => {
    const refusal = {
      status: 400,
      message: '共 60000 行，超过 50000 行，请缩小条件',
      timestamp: '2026-03-01 09:30:00',
    }
    answered(JSON.stringify(refusal), { status: 400, type: 'application/json' })
    expect(await toldOf(save)).toEqual([refusal.message])
  })
})

test('the page of a gateway is no workbook even if it claims success', async () => {
  answered(PAGE, { status: 200, type: 'text/html' })
  await expect(saveAnswer(client, ADDRESS, [], undefined)).rejects.toMatchObject({ message: '接口请求失败' })
})
