import { deptKinds } from '@xinchu/contract/rights'
import type { Db } from '../../../db/database.ts'
import { writeTemplate } from '../../../workbook/index.ts'
import type { Caller } from '../../caller.ts'
import { roleChoices } from '../roles-of.ts'
import { MOST_ROWS, type RosterColumn, rosterColumns, SHEET } from './columns.ts'
import { type Office, readOffices } from './offices.ts'

const RULES = `请从第6行起填写，每行一人，每次至多${MOST_ROWS}人；带*的列必填；灰色示例行不会创建；请勿改动表头与隐藏行。`

const sampleOf = (
  office: Office | undefined,
  role: string | undefined,
): Partial<Record<RosterColumn['name'], string>> => ({
  orgName: office?.name ?? '盐池县能源主管部门',
  ...(office?.regionName ? { regionName: office.regionName } : {}),
  ...(role ? { roleName: role } : {}),
  username: '【示例】nengyuan_01',
  realName: '张伟',
  phone: '13900139000',
  position: '科长',
  officePhone: '0953-6012345',
  email: 'zhangwei@example.com',
})

/** Builds the workbook for creating accounts, with the caller's offices and roles as choices. */
export async function rosterTemplate(db: Db, user: Caller): Promise<Uint8Array> {
  // Enterprises register themselves; there would be thousands of them in the list.
  const offices = (await readOffices(db, user)).filter(({ deptId }) => deptId !== deptKinds.enterprise)
  const rolesOf = await roleChoices(db)
  const roles = [...new Set(offices.map(({ deptId }) => deptId))].flatMap((deptId) => rolesOf(deptId))
  const choices = {
    orgName: [...new Set(offices.map(({ name }) => name))],
    roleName: [...new Set(roles.map(({ name }) => name))],
  }
  const [first] = offices
  const sample = sampleOf(first, first && rolesOf(first.deptId)[0]?.name)
  return writeTemplate({
    sheet: SHEET,
    title: '批量创建账号名单',
    rules: RULES,
    version: 'templateVersion=2026.1',
    regions: [],
    withSample: true,
    columns: rosterColumns.map(({ name, caption, group, isRequired, width, hint }) => ({
      name,
      caption,
      group,
      isRequired,
      kind: 'text' as const,
      width,
      hint,
      ...(name === 'orgName' || name === 'roleName' ? { choices: choices[name] } : {}),
      sample: sample[name] ?? '',
    })),
  })
}
