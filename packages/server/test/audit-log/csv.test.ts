import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/runtime/package-root.ts'
import { type Rig, startRig } from '../rig.ts'
import { refusal } from '../support/refusal.ts'

let rig: Rig
let admin: XinchuClient
let csv = ''
let kept = ''
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  admin = await rig.as('admin')
  await refusal(admin.orgs.create({ orgName: '=HYPERLINK("x")', deptId: 5, enabled: true }))
  for (let count = 0; count < 5; count += 1) await rig.as('nation')
  const { lastSeq, hash } = await admin.auditLog.verify()
  kept = `${lastSeq}:${hash}`
  csv = await (await admin.auditLog.download({ format: 'csv' })).blob.text()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/** Runs the check that the documents give to everyone. */
function check(text: string, known?: string) {
  const file = join(rig.dataDir, 'audit.csv')
  writeFileSync(file, text)
  const script = join(packageRoot, '../../docs/audit-check.mjs')
  const { status, stdout } = spawnSync(process.execPath, [script, file, ...(known ? [known] : [])], {
    encoding: 'utf8',
  })
  return { status, stdout }
}

const lines = () => csv.split('\r\n')

test('the first line says period, number, source and moment', () => {
  const [line = ''] = lines()
  const numbers = lines().filter((each) => /^\d+,/.test(each))
  const total = `共 ${numbers.length} 条`
  expect(line.replace(/^\ufeff/, '')).toMatch(
    new RegExp(`^实时 · ${total} · 审计日志 · \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$`),
  )
})

test('an export tells its conditions, its number of entries and the end of the chain', () => {
  expect(csv).toContain('# 条件,无')
  expect(csv).toMatch(/# 条数,[1-9]/)
  expect(csv).toMatch(/# 链的末端哈希,[0-9a-f]{64}/)
  expect(csv).toMatch(/# 导出,系统管理员（admin）/)
})

test('the check of the documents finds nothing in an untouched export', () => {
  expect(check(csv, kept)).toMatchObject({ status: 0, stdout: expect.stringContaining('0 处问题') })
})

describe('the check of the documents finds', () => {
  test.each<[what: string, change: () => string, said: string]>([
    ['a changed value', () => csv.replace('登录,登录与会话', '退出登录,登录与会话'), '操作与正文不符'],
    ['a changed text', () => csv.replace('""action"":""登录""', '""action"":""查看""'), '哈希不符'],
    ['a removed row', () => [...lines().slice(0, 4), ...lines().slice(5)].join('\r\n'), '缺少 1 条'],
    [
      'an inserted row',
      () => [...lines().slice(0, 4), lines()[3], ...lines().slice(4)].join('\r\n'),
      '缺少 -1 条',
    ],
    [
      'swapped rows',
      () => [...lines().slice(0, 3), lines()[4], lines()[3], ...lines().slice(5)].join('\r\n'),
      '缺少',
    ],
  ])('%s', (_, change, said) => {
    expect(check(change())).toMatchObject({ status: 1, stdout: expect.stringContaining(said) })
  })

  test('a truncated end, by an end that was kept elsewhere', () => {
    const seq = Number(kept.split(':')[0])
    const short = lines()
      .filter((line) => !(Number(line.split(',')[0]) >= seq))
      .join('\r\n')
    expect(check(short)).toMatchObject({ status: 0 })
    expect(check(short, kept)).toMatchObject({ status: 1, stdout: expect.stringContaining('不在文件中') })
  })
})

test('the export is itself recorded, with its conditions', async () => {
  await admin.auditLog.download({ person: 'nation', format: 'csv' })
  const { content } = await admin.auditLog.list({ actionGroup: 'audit', size: 1 })
  expect(content).toMatchObject([{ action: '导出审计日志', reason: expect.stringContaining('nation') }])
})
