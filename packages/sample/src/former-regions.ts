import { RegionChange } from '@xinchu/contract/codes'
import { type NewRow, shortRegionName, type Trx } from '@xinchu/server/sample-port'

interface Former {
  code: string
  name: string
  city: string
  into: string
  change: NewRow<'region_succession'>['kind']
  on: string
  note: string
}

const LAIWU = '莱芜市撤销，所辖区域划归济南市'

// Well-known changes of the years before the list of divisions was made. Cities come before their counties.
const FORMER: readonly Former[] = [
  {
    code: '371200',
    name: '莱芜市',
    city: '371200',
    into: '370100',
    change: RegionChange.merged,
    on: '2019-01-09',
    note: LAIWU,
  },
  {
    code: '371202',
    name: '莱城区',
    city: '371200',
    into: '370116',
    change: RegionChange.transferred,
    on: '2019-01-09',
    note: `${LAIWU}，设立莱芜区`,
  },
  {
    code: '371203',
    name: '钢城区',
    city: '371200',
    into: '370117',
    change: RegionChange.transferred,
    on: '2019-01-09',
    note: `${LAIWU}，设立济南市钢城区`,
  },
  {
    code: '330104',
    name: '江干区',
    city: '330100',
    into: '330102',
    change: RegionChange.merged,
    on: '2021-04-09',
    note: '与原上城区合并设立新的上城区；下沙街道、白杨街道划入钱塘区',
  },
  {
    code: '330103',
    name: '下城区',
    city: '330100',
    into: '330105',
    change: RegionChange.merged,
    on: '2021-04-09',
    note: '与原拱墅区合并设立新的拱墅区',
  },
]

/** Stores divisions that ended before the demonstration begins, with their successions. */
export async function loadFormerRegions(trx: Trx): Promise<void> {
  const successors = await trx
    .selectFrom('region')
    .selectAll()
    .where(
      'code',
      'in',
      FORMER.map(({ into }) => into),
    )
    .execute()
  const byCode = new Map(successors.map((region) => [region.code, region]))
  const known = FORMER.flatMap((former) => {
    const successor = byCode.get(former.into)
    return successor ? [{ ...former, successor }] : []
  })
  await trx
    .insertInto('region')
    .values(
      known.map(({ code, name, city, on, successor }) => ({
        ...successor,
        code,
        name,
        short_name: shortRegionName(name),
        parent_code: code === city ? successor.province_code : city,
        city_code: city,
        county_code: code === city ? null : code,
        map_name: null,
        ended_on: on,
        successor_code: successor.code,
      })),
    )
    .execute()
  await trx
    .insertInto('region_succession')
    .values(
      known.map(({ code, name, change, on, note, successor }) => ({
        from_code: code,
        from_name: name,
        to_code: successor.code,
        to_name: successor.name,
        kind: change,
        effective_date: on,
        note,
        create_by: 'system',
      })),
    )
    .execute()
}
