import { may } from '@xinchu/contract/rights'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { type Account, accountOf, accounts, isOpenTo, type Place, reaches } from '../support/callers.ts'
import { soundProject } from '../support/projects.ts'
import { refusal } from '../support/refusal.ts'
import { sheetOf } from '../support/sheet.ts'

const PHONE = '13800138000'
const EMAIL = 'liming@example.com'
const MASKED = { contactPhone: '138****8000', contactEmail: 'l***@example.com' }
const WHOLE = { contactPhone: PHONE, contactEmail: EMAIL }
const MISSING = 999_999
const place: Place = {
  province: '640000',
  city: '640300',
  county: '640323',
  regionGroup: 'XB',
  group: 'SPIC',
  office: accountOf('enterprise_yc').orgName,
}

let rig: Rig
const ids: number[] = []
beforeAll(async () => {
  rig = await startRig()
  const { projects } = await rig.sameAs('enterprise_yc')
  for (const serial of [11, 12]) {
    const { id } = await projects.create(soundProject(serial, { contactEmail: EMAIL }))
    ids.push(id)
  }
  const { succeeded } = await projects.submit({ ids, action: 'SUBMIT' })
  expect(succeeded).toHaveLength(2)
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const isOwner = ({ orgName }: Account) => orgName === place.office
const contactOf = ({ contactPhone, contactEmail }: { contactPhone?: string; contactEmail?: string }) => ({
  contactPhone,
  contactEmail,
})

const readers = accounts.filter((account) => reaches(account, place))
const wantedBy = (account: Account) => (isOwner(account) ? WHOLE : MASKED)
const whoMay = (call: Parameters<typeof isOpenTo>[1]) => readers.filter((account) => isOpenTo(account, call))

test.each(whoMay('getEsProject'))(
  'the detail for $username shows the whole contact in its own office only',
  async (account) => {
    const { projects } = await rig.sameAs(account.username)
    expect(contactOf(await projects.get(ids[0] ?? 0))).toEqual(wantedBy(account))
  },
)

test.each(whoMay('getContrastList'))('the comparison for $username shows no more', async (account) => {
  const { projects } = await rig.sameAs(account.username)
  const { fields } = await projects.getContrastList({ ids })
  for (const [name, value] of Object.entries(wantedBy(account)))
    expect(fields.find((field) => field.name === name)?.values.map((each) => each.value)).toEqual([
      value,
      value,
    ])
})

test.each(whoMay('downloadProjects'))('the export for $username holds no more', async (account) => {
  const { projects } = await rig.sameAs(account.username)
  const { blob } = await projects.download({ ids, columns: ['contactPhone', 'contactEmail'] })
  const { rows } = await sheetOf({ blob })
  const wanted = Object.values(wantedBy(account))
  expect(rows.map((row) => row.slice(0, 2))).toEqual([wanted, wanted])
})

describe.each(accounts)('$username', (account) => {
  test('reads the whole contact by right and in reach only, and each reading is in the audit log', async () => {
    const { projects } = await rig.sameAs(account.username)
    const id = ids[0] ?? 0
    const refused = await refusal(projects.revealContact({ id }))
    const status = isOpenTo(account, 'revealProjectContact')
      ? reaches(account, place)
        ? undefined
        : 404
      : 403
    expect(refused?.status).toBe(status)
    expect(isOpenTo(account, 'revealProjectContact')).toBe(may(account, 'contacts.reveal'))
    if (status === 404) expect(refused).toEqual(await refusal(projects.revealContact({ id: MISSING })))
    if (status === undefined) expect(await projects.revealContact({ id })).toMatchObject(WHOLE)
    const { rows } = await sql<{ object: string; result: number }>`
      select object, result from audit_log where operation_id = 'revealProjectContact' and username = ${account.username}
      order by id limit 1`.execute(rig.db)
    expect(rows).toEqual([{ object: String(id), result: status ?? 200 }])
  })
})

test('a mask that is sent back is refused', async () => {
  const { projects } = await rig.sameAs('enterprise_yc')
  for (const [field, value] of Object.entries(MASKED))
    await expect(projects.create(soundProject(13, { [field]: value }))).rejects.toMatchObject({
      status: 400,
      errors: [{ field }],
    })
})

test('overseers see the rows of an import without its contacts', async () => {
  const { imports } = await rig.sameAs('enterprise_yc')
  const row = { projectName: '甲', contactPhone: PHONE, contactEmail: '13800138000' }
  const { id } = await imports.upload({ clientKey: 'contacts', rows: [row], last: true })
  await expect.poll(async () => (await imports.get(id)).state).toBe('READY')
  const own = await imports.list({ batchId: id })
  expect(own.rows?.[0]?.raw).toMatchObject({ contactPhone: PHONE, contactEmail: PHONE })
  const above = await (await rig.sameAs('province_nx')).imports.listForProvince({ batchId: id })
  expect(above.rows?.[0]?.raw).toMatchObject({ contactPhone: '138****8000', contactEmail: '***' })
  expect(JSON.stringify(above)).not.toContain(PHONE)
})
