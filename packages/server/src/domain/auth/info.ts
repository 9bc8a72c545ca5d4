import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { maskPhone } from '../masking.ts'
import { expiryWarning } from './password-age.ts'
import { mustEnrol } from './second-factor/policy.ts'

type AuthInfo = components['schemas']['AuthInfo']

interface PersonRow {
  phone: string | null
  email: string | null
  office_phone: string | null
  position: string | null
  pwd_reset_time: string
  captcha_exempt: boolean
  create_time: string
  dept_name: string | null
  region_name: string | null
}

/** Returns the current user with rights and menus, for the portal's start. */
export async function authInfo(db: Db, caller: Caller, config: Config): Promise<AuthInfo> {
  const { rows } = await sql<PersonRow>`
    select u.phone, u.email, u.office_phone, u.position, u.pwd_reset_time, u.captcha_exempt, u.create_time,
      (select e.label from dict_entry e join dict d on d.id = e.dict_id
        where d.name = 'dept_kind' and e.value = ${String(caller.deptId)}) as dept_name,
      (select r.name from region r where r.code = ${caller.regionCode ?? null}) as region_name
    from app_user u where u.id = ${caller.id}`.execute(db)
  const [person] = rows
  const flag = caller.flag
  const { deptId } = caller
  return {
    user: {
      id: caller.id,
      username: caller.username,
      nickName: caller.realName,
      realName: caller.realName,
      ...(deptId ? { deptId, dept: { id: deptId, name: person?.dept_name ?? '' } } : {}),
      ...(caller.orgId ? { orgId: caller.orgId, orgName: caller.orgName, companyName: caller.orgName } : {}),
      ...definedOnly({
        regionCode: caller.regionCode,
        regionName: person?.region_name ?? undefined,
        provinceCode: caller.provinceCode,
        cityCode: caller.cityCode,
        countyCode: caller.countyCode,
        regionGroup: caller.regionGroup,
        creditCode: caller.creditCode,
        ownerGroupId: caller.ownerGroupId,
        phone: maskPhone(person?.phone),
        email: person?.email ?? undefined,
        officePhone: person?.office_phone ?? undefined,
        position: person?.position ?? undefined,
        pwdResetTime: person?.pwd_reset_time,
        passwordExpiresInDays: person && expiryWarning(person, config),
        mustEnrol: mustEnrol(caller, config) || undefined,
        createTime: person?.create_time,
      }),
      roles: caller.roles.map(({ limit: _limit, ...role }) => ({ ...role, flag })),
      jobs: [],
      enabled: true,
      flag,
    },
    roles: [...caller.permissions],
    dataScopes: [],
  }
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** Keeps only properties with a value. */
export function definedOnly<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T> // just filtered
}
