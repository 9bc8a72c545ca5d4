import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCommandLine } from './support/command-line.ts'

let started: Awaited<ReturnType<typeof startCommandLine>>
beforeAll(async () => {
  started = await startCommandLine()
})
afterAll(() => started.close())

const rules = (...words: string[]) => started.xinchu(['rules', ...words, '--server', started.server.url])

test.each(['P-007', 'p-007'])('shows the rule %s in full without a session', async (code) => {
  const { code: exit, out } = await rules(code)
  expect(exit).toBe(0)
  expect(out.trimEnd().split('\n')).toEqual([
    'P-007     警告　储能时长在 0.05 至 100 小时之间',
    '涉及字段  额定能量（项目，ratedEnergy）、额定功率（项目，ratedPower）',
    '算法      储能时长＝额定能量÷额定功率',
    '算式      0.05 <= ratedEnergy / ratedPower && ratedEnergy / ratedPower <= 100',
    '何时检查  填报、提交、导入、审核',
    '通过      额定功率 100 MW；额定能量 200 MWh',
    '不通过    额定功率 1 MW；额定能量 200 MWh',
    '自        第 0.1.0 版',
  ])
})

test.each(['时长', 'ratedPower', '额定能量', 'P-0'])('finds rules by %s', async (text) => {
  expect(await rules(text)).toMatchObject({ code: 0, out: 'P-007  警告  储能时长在 0.05 至 100 小时之间\n' })
})

test('lists the book as JSON', async () => {
  expect(JSON.parse((await rules('--json')).out)).toMatchObject([{ code: 'P-007', severity: 'warning' }])
})

test('says that there is no such rule', async () => {
  expect(await rules('X-999')).toEqual({ code: 1, out: '', err: '没有规则 X-999\n' })
})

test('prints the code of the rule that refused a call', async () => {
  const argv = ['login', '--server', started.server.url, '-u', 'qiye001', '--json']
  const { out, err } = await started.xinchu(argv, { env: { XINCHU_PASSWORD: 'wrong' } })
  expect(err.split('\n')[0]).toBe('A-004 账号或密码有误')
  expect(JSON.parse(out)).toMatchObject({ code: 'A-004' })
})
