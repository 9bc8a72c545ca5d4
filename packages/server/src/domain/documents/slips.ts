import type { Readable } from 'node:stream'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { notFound } from '../../errors.ts'
import { type SheetColumn, workbookStream } from '../../workbook/index.ts'
import type { Caller } from '../caller.ts'
import { servedBy } from '../users/managed.ts'
import { pdfOf } from './pdf.ts'

type Items = components['schemas']['PasswordSlips']['items']
type Site = Pick<Config, 'title' | 'publicUrl'>

/** Details for a person's first log-in. */
interface Slip {
  username: string
  realName: string
  orgName: string
  password: string
  validUntil: string
}

const NEVER = '长期'
const NOTE = '首次登录须修改密码。请勿将本条转交他人或拍照传播，登录后请销毁。'

/** Loads the accounts of the slips. Only accounts whose one-time password is still valid have slips. */
async function slipsOf(db: Db, items: Items, user: Caller): Promise<Slip[]> {
  const ids = items.map(({ id }) => id)
  const { rows } = await sql<{
    id: number
    username: string
    real_name: string | null
    org_name: string | null
    password_expires: string | null
  }>`select u.id, u.username, u.real_name, o.org_name, u.password_expires
    from app_user u left join org o on o.id = u.org_id left join region r on r.code = o.region_code
    where u.id = any(${ids}::bigint[]) and u.flag <> 'not' and ${servedBy(user)}`.execute(db)
  const people = new Map(rows.map((row) => [row.id, row]))
  return items.map(({ id, password }) => {
    const person = people.get(id)
    if (!person) throw notFound('用户')
    return {
      username: person.username,
      realName: person.real_name ?? '',
      orgName: person.org_name ?? '',
      password,
      validUntil: person.password_expires?.slice(0, 16) ?? NEVER,
    }
  })
}

/** Draws a slip to cut out per person, four to a page. */
export async function slipsPdf(db: Db, items: Items, user: Caller, site: Site): Promise<Uint8Array> {
  const slips = await slipsOf(db, items, user)
  return pdfOf(
    '账号初始密码条',
    slips.map((slip) => ({
      kind: 'slip' as const,
      heading: `${site.title}　账号通知`,
      rows: [
        { caption: '单　　位', value: slip.orgName },
        { caption: '姓　　名', value: slip.realName },
        { caption: '登录账号', value: slip.username, isCode: true },
        { caption: '初始密码', value: slip.password, isCode: true },
        { caption: '有效期至', value: slip.validUntil },
        { caption: '登录地址', value: site.publicUrl, isCode: true },
      ],
      note: NOTE,
    })),
  )
}

const COLUMNS: readonly SheetColumn[] = [
  { header: '单位', kind: 'text', width: 36 },
  { header: '姓名', kind: 'text', width: 14 },
  { header: '登录账号', kind: 'text', width: 20 },
  { header: '初始密码', kind: 'text', width: 20 },
  { header: '有效期至', kind: 'text', width: 20 },
  { header: '登录地址', kind: 'text', width: 32 },
  { header: '说明', kind: 'text', width: 24 },
]

/** Writes the same as a table, one row per person. */
export async function slipsSheet(db: Db, items: Items, user: Caller, site: Site): Promise<Readable> {
  const rows = (await slipsOf(db, items, user)).map((slip) => [
    slip.orgName,
    slip.realName,
    slip.username,
    slip.password,
    slip.validUntil,
    site.publicUrl,
    '首次登录须修改密码',
  ])
  return workbookStream({ name: '初始密码', columns: COLUMNS, rows })
}
