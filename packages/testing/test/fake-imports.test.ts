import { createClient, importRows, isXinchuError, memoryStore, type XinchuClient } from '@xinchu/sdk'
import { expect, test } from 'vitest'
import { type FakePlatformOptions, fakePlatform } from '../src/index.ts'

/** A platform without projects, and a client of one of its enterprises. */
function started(options: FakePlatformOptions = {}) {
  const platform = fakePlatform({ projects: 0, ...options })
  const session = memoryStore(platform.session('qiye001'))
  const { imports } = createClient({
    baseUrl: 'http://platform.test',
    fetch: platform.fetch,
    session,
    retry: { times: 0 },
  })
  return { platform, imports }
}

const place = { province: '宁夏回族自治区', city: '吴忠市', county: '盐池县', address: '青山乡' }
const sound = {
  ...place,
  ...{ longitude: '107.4', latitude: '37.8', buildStatus: '规划', projectType: '新建', ownerType: '民营' },
  ...{ contactName: '李明', contactPhone: '13800138000', techType: '锂离子电池', isEchelonUse: '否' },
  ...{
    ratedPower: '100',
    ratedEnergy: '200',
    appScenario: '2',
    appSubScenario: '独立储能',
    functionTypes: '调峰、调频',
  },
  ...{
    gridVoltage: '110',
    gridOperator: '国家电网',
    totalInvestment: '20876.4',
    planGridDate: '2027-12-01',
  },
}
const rows = [
  { ...sound, projectName: '甲站' },
  { ...sound, projectName: '乙站', contactPhone: '1380013800' },
  { ...sound, ratedPower: '一百', city: '' },
]

test('an import checks its rows, and writes those that pass', async () => {
  const { platform, imports } = started()
  const states: string[] = []
  const onProgress = ({ state }: { state: string }) => states.push(state)
  const { batch, written, errorRows } = await importRows(imports, rows, { pollInterval: 1, onProgress })
  expect([written, batch.errorRows, batch.stateLabel]).toEqual([1, 2, '已完成'])
  expect(batch).toMatchObject({ created: 1, changed: 0, changes: 0, same: 0, kept: 0 })
  expect(states).toEqual(['VALIDATING', 'READY', 'COMMITTING', 'DONE'])
  const messages: string[] = []
  for await (const row of errorRows()) messages.push(...row.errors.map(({ message }) => message))
  expect(messages).toEqual([
    '第2行【联系电话】：请输入正确格式的电话号码',
    '第3行【额定功率】：必须输入数字且最多4位小数',
    '第3行【项目名称】：值不能为空',
    '第3行【city】：值不能为空',
  ])
  expect(
    platform.projects().map(({ draft }) => [draft.projectName, draft.ratedPower, draft.techType]),
  ).toEqual([['甲站', 100, '01']])
})

test('an import as a whole writes nothing if a row is wrong, and a second run finds what is there', async () => {
  const { platform, imports } = started()
  const whole = await importRows(imports, rows, { mode: 'atomic', pollInterval: 1 })
  expect([whole.batch.state, platform.projects()]).toEqual(['READY', []])
  await importRows(imports, rows.slice(0, 1), { pollInterval: 1 })
  const again = await importRows(imports, rows.slice(0, 1), { pollInterval: 1 })
  expect([again.written, again.batch.repeatRows]).toEqual([0, 1])
})

/** Sends rows of one import as a part, and returns how many rows have come, or the refusal. */
const sending =
  (imports: XinchuClient['imports']) =>
  async (part: readonly Record<string, string>[], firstRow: number, last = false) => {
    try {
      const request = { clientKey: 'in-any-order', dryRun: true, rows: [...part], firstRow, last }
      return (await imports.upload(request)).totalRows
    } catch (error) {
      if (!isXinchuError(error)) throw error
      return [error.status, error.message]
    }
  }

test('parts of an import come in any order, and a repeated one changes nothing', async () => {
  const { imports } = started()
  const send = sending(imports)
  const [one = {}, two = {}, three = {}] = rows
  expect(await send([three], 4, true)).toBe(1)
  expect(await send([one, {}], 1)).toBe(2)
  expect(await send([one, {}], 1)).toBe(2)
  expect(await send([two], 1)).toEqual([422, '第1行与此前提交的不同，同一批次不能更换内容'])
  expect(await send([two], 5)).toEqual([422, '该批次至第4行为止，与此前提交的不同'])
  expect(await send([two], 3)).toBe(3)
  const { content } = await imports.list({})
  const id = content[0]?.id ?? 0
  for (let look = 0; look < 3; look += 1) await imports.get(id)
  const { rows: checked } = await imports.list({ batchId: id })
  expect(checked?.map(({ rowNo }) => rowNo)).toEqual([1, 3, 4])
})
