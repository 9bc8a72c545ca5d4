import { may } from '@xinchu/contract/rights'
import type { ImportBatch } from '@xinchu/sdk'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { type Account, accountOf, accounts, isOpenTo, type Place, reaches } from '../support/callers.ts'
import { goodRow } from '../support/import-rows.ts'
import { refusal } from '../support/refusal.ts'

const MISSING = 999_999
const READING: ReadonlySet<string> = new Set(['UPLOADED', 'PARSING', 'VALIDATING'])
const OFFICES: readonly (Place & { username: string })[] = [
  {
    username: 'enterprise_sy',
    province: '110000',
    county: '110113',
    regionGroup: 'HB',
    office: accountOf('enterprise_sy').orgName,
  },
  {
    username: 'enterprise_yc',
    province: '640000',
    city: '640300',
    county: '640323',
    regionGroup: 'XB',
    group: 'SPIC',
    office: accountOf('enterprise_yc').orgName,
  },
]

let rig: Rig
const batches = new Map<string, ImportBatch>()
beforeAll(async () => {
  rig = await startRig()
  for (const { username } of OFFICES) {
    const { imports } = await rig.sameAs(username)
    // Only rows with errors, so that a commit is refused for its content and the batch can be cancelled last.
    const rows = [goodRow(1, { contactPhone: '1' }), goodRow(2, { contactPhone: '1' })].map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
    )
    const { id } = await imports.upload({ clientKey: username, rows, last: true })
    const isRead = async () => !READING.has((await imports.get(id)).state)
    await vi.waitUntil(isRead, { timeout: 90_000 })
    batches.set(username, await imports.get(id))
  }
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

type Imports = Awaited<ReturnType<Rig['as']>>['imports']

interface Call {
  operationId: string
  /** Whether overseers in whose reach the office lies may make the call too. */
  isReading: boolean
  run(imports: Imports, id: number): Promise<unknown>
  /** The answer to a call that is allowed. */
  status?: number
}

const correction = { rows: [{ rowNo: 1, cells: { contactPhone: '2' } }] }
// The cancellation comes last: only the office itself gets as far.
const CALLS: readonly Call[] = [
  { operationId: 'getImportBatch', isReading: true, run: (imports, id) => imports.get(id) },
  { operationId: 'listImports', isReading: true, run: (imports, batchId) => imports.list({ batchId }) },
  {
    operationId: 'listProvinceImports',
    isReading: true,
    run: (imports, batchId) => imports.listForProvince({ batchId }),
  },
  { operationId: 'downloadImportErrors', isReading: false, run: (imports, id) => imports.downloadErrors(id) },
  {
    operationId: 'listImportQuestions',
    isReading: false,
    run: (imports, id) => imports.questions(id),
  },
  { operationId: 'getImportPlan', isReading: false, run: (imports, id) => imports.plan(id) },
  {
    operationId: 'correctImportRows',
    isReading: false,
    run: (imports, id) => imports.correctRows(id, correction),
  },
  {
    operationId: 'commitImportBatch',
    isReading: false,
    run: (imports, id) => imports.commit(id, {}),
    status: 409,
  },
  { operationId: 'cancelImportBatch', isReading: false, run: (imports, id) => imports.cancel(id) },
]

const isOwn = ({ orgName }: Account, { office }: Place) => orgName === office

function expected(account: Account, place: Place, { operationId, isReading, status }: Call) {
  if (!isOpenTo(account, operationId)) return 403
  const isOverseen = isReading && may(account, 'imports.oversee') && reaches(account, place)
  return isOwn(account, place) || isOverseen ? status : 404
}

describe.each(OFFICES)('a batch of $office', (place) => {
  describe.each(CALLS)('$operationId', (call) => {
    test.each(accounts)('$username', async (account) => {
      const { imports } = await rig.sameAs(account.username)
      const id = batches.get(place.username)?.id ?? 0
      const found = await refusal(call.run(imports, id))
      expect(found?.status).toBe(expected(account, place, call))
      if (found?.status === 404) expect(found).toEqual(await refusal(call.run(imports, MISSING)))
    })
  })
})

test.each(accounts.filter((account) => isOpenTo(account, 'listProvinceImports')))(
  'the list of $username holds the batches in its reach',
  async (account) => {
    const { imports } = await rig.sameAs(account.username)
    const { content } = await imports.listForProvince({ size: 100 })
    const seen = OFFICES.filter((place) => reaches(account, place)).map(
      ({ username }) => batches.get(username)?.id,
    )
    expect(content.map(({ id }) => id).sort()).toEqual(seen.sort())
  },
)
